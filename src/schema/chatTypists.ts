import { ObjectType } from 'type-graphql';
import { z } from 'zod';
import { Field } from './field.js';
import { scalarOf } from './scalar.js';

/** What somebody has typed so far. */
export const TypedText = scalarOf({
  name: 'TypedText',
  description: 'What somebody has typed so far: at most 500 characters, of a longer text the last.',
  schema: z.string().max(500),
});

/** Who types in a chat, and whether its visitor is there. */
@ObjectType({ description: 'Who types in a chat, and whether its visitor is there.' })
export class ChatTypists {
  @Field(() => Boolean, 'Whether the visitor does.') isVisitorTyping: boolean;
  @Field(() => Boolean, 'Whether a person in place of the bot does.') isAgentTyping: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the visitor had the chat open a moment ago: whether somebody without a token watched its events. Messengers do not report this.',
  })
  isVisitorHere: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'What the visitor has typed and not sent, until a minute after they last typed. Null unless they sent `text` with `showTyping`, which says when that is shown; and for those who may not answer in the chat.',
  })
  visitorText: string | null;
}

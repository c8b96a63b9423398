import { ObjectType } from 'type-graphql';
import { Field } from './field.js';

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
}

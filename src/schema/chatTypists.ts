import { Field, ObjectType } from 'type-graphql';

/** Who types in a chat. */
@ObjectType({ description: 'Who types in a chat.' })
export class ChatTypists {
  @Field(() => Boolean, { description: 'Whether the visitor does.' })
  isVisitorTyping: boolean;

  @Field(() => Boolean, { description: 'Whether a person in place of the bot does.' })
  isAgentTyping: boolean;
}

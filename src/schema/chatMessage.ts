import { ID, InterfaceType, ObjectType } from 'type-graphql';
import type { Message } from '../engine/index.js';
import { MESSAGE_KINDS } from './chatKinds.js';
import { Field } from './field.js';
import { implementKinds, nameOfKind } from './flow/kinds.js';
import { TypeFrom } from './queryCost.js';
import { ChatMessageDocument } from './scalars.js';

/** The GraphQL interface of messages of the bot; the types of the kinds are generated from their schemas. */
@TypeFrom(messageTypeOf)
@InterfaceType({
  description:
    'Something the bot says or shows; the types that implement it are its kinds. Variables are filled in.',
})
export abstract class ChatMessage {
  @Field(() => ID, {
    name: 'messageId',
    description:
      'The id of the block that sends it, or one of its own where no block does. A chat may come to a block again, so it names no single message.',
  })
  id: string;

  @Field(() => String, 'Its kind, as the document names it, such as `text`.') type: string;
  @Field(() => ChatMessageDocument, 'The message exactly as REST sends it.') document: Message;
}

/** A message of a kind that this server does not know, in a log to which a newer server has written. */
@ObjectType({
  implements: ChatMessage,
  description: 'A message of a kind that this server does not know; `document` holds all of it.',
})
class UnknownMessage extends ChatMessage {}

const typeNames = new Map(MESSAGE_KINDS.map(({ type }) => [type, nameOfKind(type, 'Message')]));

/** The name of the GraphQL type of a message. */
export function messageTypeOf({ type }: Pick<Message, 'type'>): string {
  return typeNames.get(type) ?? UnknownMessage.name;
}

implementKinds(ChatMessage, MESSAGE_KINDS, {
  nameOf: messageTypeOf,
  called: 'message',
  stated: ['id', 'type'],
});

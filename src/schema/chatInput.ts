import { ID, InterfaceType, ObjectType } from 'type-graphql';
import type { InputRequest } from '../engine/index.js';
import { INPUT_KINDS } from './chatKinds.js';
import { Field, NullableField } from './field.js';
import { implementKinds, nameOfKind } from './flow/kinds.js';
import { TypeFrom } from './queryCost.js';
import { ChatInputDocument } from './scalars.js';

/** The GraphQL interface of the input at which a chat waits; the types of the kinds are generated from their schemas. */
@TypeFrom(inputTypeOf)
@InterfaceType({
  description:
    'What the chat waits for; the types that implement it are its kinds. Variables are filled in.',
})
export abstract class ChatInput {
  @Field(() => ID, { name: 'blockId', description: 'The id of the block that asks.' }) id: string;
  @Field(() => String, 'Its kind, as the document names it, such as `text input`.') type: string;
  @NullableField(() => ID, 'The edge the flow leaves it by.') outgoingEdgeId?: string;
  @NullableField(() => String, 'What the linked variable holds already.') prefilledValue?: string;
  @Field(() => ChatInputDocument, 'The input exactly as REST sends it.') document: InputRequest;
}

/** An input of a kind that this server does not know, in a log to which a newer server has written. */
@ObjectType({
  implements: ChatInput,
  description: 'An input of a kind that this server does not know; `document` holds all of it.',
})
class UnknownChatInput extends ChatInput {}

const typeNames = new Map(
  INPUT_KINDS.map(({ type }) => [type, nameOfKind(type.replace(/ input$/, ''), 'ChatInput')]),
);

/** The name of the GraphQL type of an input: `choice input` is `ChoiceChatInput`. */
export function inputTypeOf({ type }: Pick<InputRequest, 'type'>): string {
  return typeNames.get(type) ?? UnknownChatInput.name;
}

implementKinds(ChatInput, INPUT_KINDS, {
  nameOf: inputTypeOf,
  called: 'input',
  stated: ['id', 'type', 'outgoingEdgeId', 'prefilledValue'],
});

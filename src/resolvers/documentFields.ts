import { FieldResolver, Resolver, Root } from 'type-graphql';
import { ChatInput } from '../schema/chatInput.js';
import { ChatMessage } from '../schema/chatMessage.js';
import { ClientSideAction } from '../schema/clientSideAction.js';
import { FlowBlock } from '../schema/flow/block.js';

/** The field `document` of types whose values are documents: the value itself. */
export const documentFields = [FlowBlock, ChatMessage, ChatInput, ClientSideAction].map((type) => {
  @Resolver(() => type)
  class DocumentField {
    @FieldResolver()
    document(@Root() value: object): object {
      return value;
    }
  }
  return DocumentField;
});

import { FieldResolver, Resolver, Root } from 'type-graphql';
import { ChatInput } from '../schema/chatInput.js';
import { ChatMessage } from '../schema/chatMessage.js';
import { ClientSideAction } from '../schema/clientSideAction.js';
import { FlowBlock } from '../schema/flow/block.js';

/** The resolvers of `document`, a field that holds the whole value, for types whose values are documents. */
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

import { Arg, Ctx, Field, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { MessageText } from '../../schema/scalars.js';
import { addNote } from '../../storage/claims.js';
import { attend, inInbox, InboxChatInput, InboxChatPayload, payloadOf } from './chatPayload.js';

@InputType({ description: 'A note about a chat.' })
class AddChatNoteInput extends InboxChatInput {
  @Field(() => MessageText, { description: 'What it says.' })
  text: string;
}

/** Writes a note about a chat, which its visitor never sees. */
@Resolver()
export class AddChatNote {
  @Mutation(() => InboxChatPayload, {
    description:
      'Writes a note about a chat for other agents; its visitor never sees it. At most 500 a chat.',
  })
  async addChatNote(
    @Arg('input', () => AddChatNoteInput, { description: 'Which chat, and what to note.' })
    { sessionId, text }: AddChatNoteInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    const note = { chatId: sessionId, authorId: agent.id, authorName: agent.name, text };
    const workspaceId = await inInbox(context, sessionId, () => addNote(context.chats.pool, note));
    context.chats.announceChats(workspaceId);
    return payloadOf(context, sessionId);
  }
}

import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { NoteText } from '../../schema/chatNote.js';
import { Field } from '../../schema/field.js';
import { addNote, MOST_NOTES } from '../../storage/chatNotes.js';
import { attend, inInbox, InboxChatInput, InboxChatPayload, payloadOf } from './chatPayload.js';

@InputType({ description: 'A note about a chat.' })
class AddChatNoteInput extends InboxChatInput {
  @Field(() => NoteText, 'What it says.') text: string;
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
    const { chat, agent } = await attend(context, sessionId);
    const note = { chatId: sessionId, authorId: agent.id, authorName: agent.name, text };
    const outcome = await inInbox(context, chat, () => addNote(context.chats.pool, note));
    if (!outcome.isStored) {
      throw invalid([
        { path: ['sessionId'], message: `Has ${MOST_NOTES} notes, the most of a chat` },
      ]);
    }
    context.chats.announceChats(outcome.workspaceId);
    return payloadOf(context, sessionId);
  }
}

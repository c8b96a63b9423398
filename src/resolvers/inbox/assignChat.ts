import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Failure, invalid } from '../../errors/errors.js';
import { assignChat } from '../../storage/claims.js';
import { findMembership } from '../../storage/memberships.js';
import { allows } from '../../auth/access.js';
import { NullableField } from '../../schema/field.js';
import { attend, inInbox, InboxChatInput, payloadOf } from './chatPayload.js';
import { ClaimPayload } from './claimChat.js';

@InputType({ description: 'Which chat to assign, and to whom.' })
class AssignChatInput extends InboxChatInput {
  @NullableField(() => ID, 'A person who may answer in it; null for nobody.')
  assigneeId?: string | null;
}

/** Assigns a chat to another person, or to nobody. */
@Resolver()
export class AssignChat {
  @Mutation(() => ClaimPayload, {
    description:
      'Assigns a chat to a person, or to nobody, also while somebody holds it: what they still write with their claim is refused.',
  })
  async assignChat(
    @Arg('input', () => AssignChatInput, { description: 'Which chat, and to whom.' })
    { sessionId, assigneeId = null }: AssignChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ClaimPayload>> {
    const { chat } = await attend(context, sessionId);
    if (assigneeId !== null) await assertMayAnswer(context, chat.botId, assigneeId);
    const outcome = await inInbox(context, chat, () =>
      assignChat(context.chats.pool, { chatId: sessionId, userId: assigneeId }),
    );
    if (outcome.outcome !== 'DONE') throw new Failure('SESSION_ENDED', 'This chat has ended');
    context.chats.announceChats(outcome.workspaceId);
    const payload = await payloadOf(context, sessionId);
    const { takenFrom } = outcome;
    const user = takenFrom === null ? undefined : await context.loaders().user.load(takenFrom);
    return { ...payload, takenFrom: user ?? null };
  }
}

async function assertMayAnswer(context: Context, botId: string, userId: string): Promise<void> {
  const bot = await context.loaders().bot.load(botId);
  const workspaceId = bot?.workspaceId ?? '';
  const place = await findMembership(context.openUnit(), { userId, workspaceId, botId });
  if (allows('converse', place ?? undefined)) return;
  const message = 'Is nobody who may answer in this chat';
  throw invalid([{ path: ['assigneeId'], message }]);
}

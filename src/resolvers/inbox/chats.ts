import { Arg, Ctx, ID, Query, Resolver, InputType, Int, ObjectType, Mutation } from 'type-graphql';
import { accessChat, signedIn, allows } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Chat } from '../../schema/chat.js';
import type { Caller } from '../../auth/caller.js';
import { enterInbox, chatHeld, setChatStatus, reopenChat } from '../../chat/handover.js';
import type { Agent } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid, Failure } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import type { ChatRow } from '../../storage/hot/chats.js';
import { MutationInput } from '../mutationInput.js';
import { assignChat, claimChat, type Claim, type ClaimOutcome } from '../../storage/claims.js';
import { findMembership } from '../../storage/memberships.js';
import { User } from '../../schema/user.js';
import { handBack } from '../../chat/handBack.js';
import { NoteText } from '../../schema/chatNote.js';
import { addNote, MOST_NOTES } from '../../storage/chatNotes.js';

@InputType({ description: 'Which chat.' })
export class InboxChatInput extends MutationInput {
  @Field(() => ID, 'The chat.') sessionId: string;
}

@InputType({ description: 'Which chat, and the claim to it that you know.' })
export class ClaimedChatInput extends InboxChatInput {
  @NullableField(() => Int, {
    description:
      '`Chat.claim` as you know it: refused with `CHAT_HELD` once it is another. Absent: refused only while another agent holds the chat.',
  })
  claim?: number | null;
}

@ObjectType({ description: 'A chat after it was changed.' })
export class InboxChatPayload extends Payload {
  @NullableField(() => Chat, 'The chat as it is now.') chat?: Chat | undefined;
}

/** A chat that the caller may answer in, with the caller as its agent. */
interface AttendedChat {
  readonly chat: ChatRow;
  readonly caller: Caller;
  readonly agent: Agent;
}

/** Checks the right to answer in a chat, and looks up the name under which the caller does so. */
export async function attend(context: Context, sessionId: string): Promise<AttendedChat> {
  const unit = context.openUnit();
  const known = await context.caller();
  const chat = await accessChat({ unit, pool: context.chats.pool }, { caller: known, sessionId });
  const { userId } = signedIn(known);
  const user = await context.loaders().user.load(userId);
  return { chat, caller: signedIn(known), agent: { id: userId, name: user?.name ?? null } };
}

/** The payload for a chat that was changed. */
export async function payloadOf(
  context: Context,
  sessionId: string,
): Promise<{ chat: Chat | undefined }> {
  context.forget();
  return { chat: await context.loaders().chat.load(sessionId) };
}

/** Refuses a preview, which has no place in the inbox. */
function assertNoPreview({ isPreview }: Pick<ChatRow, 'isPreview'>): void {
  if (!isPreview) return;
  throw invalid([{ path: ['sessionId'], message: 'Is a preview, which is not in the inbox' }]);
}

/** Runs a change of a chat's row in the inbox, and enters the chat there first where it has none. Previews are refused. */
export async function inInbox<T>(
  { chats }: Context,
  chat: ChatRow,
  change: () => Promise<T | undefined>,
): Promise<T> {
  assertNoPreview(chat);
  const outcome = await change();
  if (outcome !== undefined) return outcome;
  await enterInbox(chats, { sessionId: chat.id });
  const second = await change();
  if (second !== undefined) return second;
  throw commonFailure('SESSION_NOT_FOUND');
}

@InputType({ description: 'Which chat to assign, and to whom.' })
class AssignChatInput extends InboxChatInput {
  @NullableField(() => ID, 'A person who may answer in it; null for nobody.')
  assigneeId?: string | null;
}

async function assertMayAnswer(context: Context, botId: string, userId: string): Promise<void> {
  const bot = await context.loaders().bot.load(botId);
  const workspaceId = bot?.workspaceId ?? '';
  const place = await findMembership(context.openUnit(), { userId, workspaceId, botId });
  if (allows('converse', place ?? undefined)) return;
  const message = 'Is nobody who may answer in this chat';
  throw invalid([{ path: ['assigneeId'], message }]);
}

@InputType({ description: 'Which chat to claim.' })
class ClaimChatInput extends InboxChatInput {
  @NullableField(() => Int, {
    description: '`Chat.claim` of the agent from whom to take the chat over, as you know it.',
  })
  takeOver?: number | null;
}

@ObjectType({ description: 'A chat that was claimed or assigned.' })
class ClaimPayload extends InboxChatPayload {
  @NullableField(() => User, 'The person who had it before, if anybody.') takenFrom?: User | null;
}

/** How often a chat is taken from its bot before the claim fails: each time another agent gave it back at that moment. */
const TRIES = 5;

/** Claims a chat; one in which the bot answers is taken over from it first. */
async function claimFromBot(
  { chats }: Context,
  claim: Claim,
  agent: Agent,
): Promise<ClaimOutcome | undefined> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await claimChat(chats.pool, claim);
    const isDone = outcome ? outcome.outcome !== 'OPEN' : tries > 0;
    if (isDone) return outcome;
    if (tries === TRIES) throw commonFailure('SESSION_BUSY');
    await setChatStatus(chats, { sessionId: claim.chatId, status: 'PAUSED', agent });
  }
}

@InputType({ description: 'Which chat to give back to its bot, and where the bot goes on.' })
class ReleaseChatInput extends ClaimedChatInput {
  @NullableField(() => ID, {
    description:
      'The group of the flow at which the bot goes on at once; absent: after the block that handed the chat over, else the input at which it waits.',
  })
  groupId?: string | null;
}

@InputType({ description: 'A note about a chat.' })
class AddChatNoteInput extends InboxChatInput {
  @Field(() => NoteText, 'What it says.') text: string;
}

/** Reads, assigns, closes and reopens chats of the inbox. */
@Resolver()
export class InboxChatOperations {
  @Query(() => Chat, {
    nullable: true,
    description: 'One chat, also one in which no person took part; null for a preview.',
  })
  async chat(
    @Arg('sessionId', () => ID, { description: 'The chat.' }) sessionId: string,
    @Ctx() context: Context,
  ): Promise<Chat | null> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    await accessChat(at, { caller: await context.caller(), sessionId });
    return (await context.loaders().chat.load(sessionId)) ?? null;
  }

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

  /** Claims a chat for the caller. A chat that its bot still answers is taken over from it. */
  @Mutation(() => ClaimPayload, {
    description:
      'Claims a chat for two minutes, which what you write in it renews; takes it over from its bot. Refused with `CHAT_HELD` while another agent holds it, unless `takeOver` names that claim.',
  })
  async claimChat(
    @Arg('input', () => ClaimChatInput, { description: 'Which chat.' })
    { sessionId, takeOver }: ClaimChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ClaimPayload>> {
    const { chat, agent } = await attend(context, sessionId);
    assertNoPreview(chat);
    const claim = { chatId: sessionId, userId: agent.id, seen: takeOver ?? undefined };
    const outcome = await claimFromBot(context, claim, agent);
    if (outcome?.outcome === 'HELD') throw chatHeld(outcome.heldBy);
    if (outcome?.outcome !== 'DONE') throw new Failure('SESSION_ENDED', 'This chat has ended');
    context.chats.announceChats(outcome.workspaceId);
    const payload = await payloadOf(context, sessionId);
    const { takenFrom } = outcome;
    return {
      ...payload,
      takenFrom:
        takenFrom === null ? null : ((await context.loaders().user.load(takenFrom)) ?? null),
    };
  }

  @Mutation(() => InboxChatPayload, {
    description:
      'Gives a chat back to its bot, which goes on where it waits or at a group. Nobody has the chat then.',
  })
  async releaseChat(
    @Arg('input', () => ReleaseChatInput, { description: 'Which chat, and where the bot goes on.' })
    { sessionId, groupId, claim }: ReleaseChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    const place = { groupId: groupId ?? undefined, claim: claim ?? undefined };
    await handBack(context.chats, { sessionId, agent, ...place });
    return payloadOf(context, sessionId);
  }

  @Mutation(() => InboxChatPayload, { description: 'Closes a chat; `reopenChat` lets it go on.' })
  async closeChat(
    @Arg('input', () => ClaimedChatInput, { description: 'Which chat.' })
    { sessionId, claim }: ClaimedChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    const request = { sessionId, agent, claim: claim ?? undefined };
    await setChatStatus(context.chats, { ...request, status: 'CLOSED' });
    return payloadOf(context, sessionId);
  }

  /** Lets a chat go on that was closed or has ended. */
  @Mutation(() => InboxChatPayload, {
    description: 'Lets a closed or ended chat go on, with a person who answers (`PAUSED`).',
  })
  async reopenChat(
    @Arg('input', () => InboxChatInput, { description: 'Which chat.' })
    { sessionId }: InboxChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { agent } = await attend(context, sessionId);
    await reopenChat(context.chats, { sessionId, agent });
    return payloadOf(context, sessionId);
  }

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

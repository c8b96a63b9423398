import { ID, InputType, Int, ObjectType } from 'type-graphql';
import { accessChat, signedIn } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import { enterInbox } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import type { Agent } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { Chat } from '../../schema/chat.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import type { ChatRow } from '../../storage/hot/chats.js';
import { MutationInput } from '../mutationInput.js';

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
export interface AttendedChat {
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
export function assertNoPreview({ isPreview }: Pick<ChatRow, 'isPreview'>): void {
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

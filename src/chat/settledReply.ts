import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { replyAgain } from './idempotency.js';
import type { LeasedJournal } from './leasedJournal.js';
import { assertOpen, assertOrigin, findChat, type ChatRef } from './load.js';
import { forgetReply } from './openReply.js';
import type { ContinueRequest } from './openTurn.js';
import type { ChatPorts } from './ports.js';

/** How long a remembered chat is used, in milliseconds: nothing that it needs is deleted within that time. */
const USED_FOR = 3_600_000;

/**
 * The chat as this process remembers it, which saves the read. If it is out of date, the guarded write is refused, and so is the lease of a
 * turn with effects outside; a reply that is kept for a key makes both fail. Whatever else depends on the chat uses the stored one:
 * refusals, commands and calls of webhooks.
 */
export function recallChat(ports: ChatPorts, request: ContinueRequest): ChatRow | undefined {
  const { message, awaitedAt } = request;
  if (message?.command !== undefined || awaitedAt) return undefined;
  const chat = ports.recent.recall(request.sessionId);
  if (!chat || ports.now() - chat.updatedAt > USED_FOR) return undefined;
  try {
    settledReply(ports, request, chat);
    return chat;
  } catch {
    return undefined;
  }
}

/**
 * The reply kept for the idempotency key; undefined where a turn is to be run. Fails with `ORIGIN_NOT_ALLOWED`, `SESSION_ENDED`,
 * `SESSION_EXPIRED` or `TURN_CONFLICT` where no turn may be run.
 */
export function settledReply(
  ports: ChatPorts,
  { once, origin, expectedTurn }: ContinueRequest,
  chat: ChatRow,
): ChatReply | undefined {
  assertOrigin(chat.allowedOrigins, origin);
  if (chat.kept) {
    // The process that wrote it may have died before it announced the turn.
    ports.announce(chat.id);
    return replyAgain(chat.kept, once);
  }
  assertOpen(ports, chat);
  if (expectedTurn !== undefined && expectedTurn !== chat.turn) {
    throw new Failure('TURN_CONFLICT', `The last turn of this chat is ${chat.turn}`);
  }
  return undefined;
}

/** Answers a call that is out of date without the chat's lock: it is refused, or gets the reply kept for its key. */
export async function refuseOutdated(
  ports: ChatPorts,
  request: ContinueRequest,
): Promise<ChatReply | undefined> {
  const { expectedTurn } = request;
  if (expectedTurn === undefined) return undefined;
  const chat = await findChat(ports, request);
  return chat.turn > expectedTurn ? settledReply(ports, request, chat) : undefined;
}

/**
 * Ends a turn that lost its lease or the race after effects outside: with the reply that the faster call kept for the same key, or with a
 * failure. Undefined for a turn without such effects, which can be run again.
 */
export async function replyAfterLoss(
  ports: ChatPorts,
  request: ChatRef,
  journal: Pick<LeasedJournal, 'wasLeased'>,
): Promise<ChatReply | undefined> {
  if (!journal.wasLeased()) return undefined;
  const chat = await findChat(ports, request);
  await forgetReply(ports, { sessionId: chat.id, turn: chat.turn });
  if (chat.kept) return replyAgain(chat.kept, request.once);
  assertOpen(ports, chat);
  throw new Failure('TURN_CONFLICT', 'Another message was processed first; send this one again');
}

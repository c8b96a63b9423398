import { upgradeSession } from '../engine/index.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import { loadChat, type ChatRow } from '../storage/hot/chats.js';
import { replyAgain } from './idempotency.js';
import type { ContinueRequest, TurnPlace } from './openTurn.js';
import type { ChatPorts } from './ports.js';

/** A chat, and the idempotency key of the call: the chat is loaded with the reply kept for it. */
export type ChatRef = Pick<ContinueRequest, 'sessionId' | 'once'>;

/** The chat, or `SESSION_NOT_FOUND`. */
export async function findChat(
  { pool }: Pick<ChatPorts, 'pool'>,
  { sessionId, once }: ChatRef,
): Promise<ChatRow> {
  const chat = await loadChat(pool, sessionId, once?.key);
  if (!chat) throw commonFailure('SESSION_NOT_FOUND');
  return chat;
}

/** The place of the next turn of a chat. */
export function placeAfter({ id, turn, seq }: ChatRow): TurnPlace {
  return { sessionId: id, turn: turn + 1, firstSeq: seq + 1 };
}

const DAY = 86_400_000;

/** Refuses a chat that has ended (`SESSION_ENDED`) or has rested for too long (`SESSION_EXPIRED`). */
export function assertOpen(ports: Pick<ChatPorts, 'now' | 'sessionIdleDays'>, chat: ChatRow): void {
  if (isOver(chat)) throw new Failure('SESSION_ENDED', 'This chat has ended; start a new one');
  if (ports.now() - chat.updatedAt > ports.sessionIdleDays * DAY) {
    throw new Failure('SESSION_EXPIRED', 'This chat has expired; start a new one');
  }
}

/** Whether a chat has ended for good; a preview that ended by itself may be continued. */
export function isOver({ isEnded, isPreview, state }: ChatRow): boolean {
  return isEnded && (!isPreview || upgradeSession(state).isClosed === true);
}

/**
 * Refuses a page that the bot does not allow, before anything is executed. An empty list allows all; a request without an origin comes from
 * a page of this server, or from no page, and is allowed.
 */
export function assertOrigin(allowed: readonly string[], origin: string | undefined): void {
  if (origin === undefined || allowed.length === 0 || allowed.includes(origin)) return;
  throw new Failure('ORIGIN_NOT_ALLOWED', 'This page may not run this bot');
}

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

import { upgradeSession } from '../engine/index.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { loadChat, type ChatRow } from '../storage/hot/chats.js';
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

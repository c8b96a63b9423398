import { upgradeSession } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { loadChat, type ChatRow } from '../storage/hot/chats.js';
import type { ChatPorts } from './ports.js';

/** Which chat something is to be done to. */
export interface ChatRef {
  readonly sessionId: string;
  /** The idempotency key it came with: the chat is loaded with what that was answered. */
  readonly key?: string | undefined;
}

/** How something is done to a chat. Both give nothing where it could not be done now, and must have had no effect then. */
export interface Attempts<T> {
  /** Without reading the chat; where absent or without success it is read. */
  readonly atOnce?: () => Promise<T | undefined>;
  /** With the chat as it is. */
  readonly withChat: (chat: ChatRow) => Promise<T | undefined>;
}

/** How often, in milliseconds, somebody who waits for another process looks, when nothing wakes them. */
const LOOK_EVERY = 250;

/**
 * Does something to a chat when it is its turn: after all that came before it to this process, and not while another
 * process holds the chat's lease. An attempt may find that it cannot be done now, or that somebody else was faster: then
 * another is made with the chat as it is then. Fails with `SESSION_NOT_FOUND`, and with `SESSION_BUSY` when too many wait,
 * or one for too long.
 */
export async function withChatLock<T>(
  ports: ChatPorts,
  wanted: ChatRef,
  { atOnce, withChat }: Attempts<T>,
): Promise<T> {
  const { turnWithin } = ports.timeouts;
  const until = ports.now() + turnWithin;
  const work = async (): Promise<T> => {
    const done = await atOnce?.();
    return done ?? retryUntilDone(ports, { ...wanted, until }, withChat);
  };
  return ports.mutex(wanted.sessionId, work, turnWithin);
}

/** The same at once, whoever waits and whoever holds the lease; until an instant, in milliseconds since 1970. */
export async function retryUntilDone<T>(
  ports: ChatPorts,
  wanted: ChatRef & { readonly until: number },
  attempt: (chat: ChatRow) => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const chat = await findChat(ports, wanted);
    const done = await attempt(chat);
    if (done !== undefined) return done;
    if (ports.now() >= wanted.until) {
      throw new Failure('SESSION_BUSY', 'This chat is still answering a message; try again');
    }
    if (chat.lease === 'held') await ports.untilNotified(chat.id, LOOK_EVERY);
  }
}

/** The chat, or `SESSION_NOT_FOUND`. */
export async function findChat(
  { pool }: Pick<ChatPorts, 'pool'>,
  { sessionId, key }: ChatRef,
): Promise<ChatRow> {
  const chat = await loadChat(pool, sessionId, key);
  if (!chat) throw new Failure('SESSION_NOT_FOUND', 'Session not found');
  return chat;
}

/** A chat that is over, or has rested for too long, does not go on: `SESSION_ENDED`, `SESSION_EXPIRED`. */
export function assertOpen(ports: Pick<ChatPorts, 'now' | 'sessionIdleDays'>, chat: ChatRow): void {
  if (isOver(chat)) throw new Failure('SESSION_ENDED', 'This chat has ended; start a new one');
  if (ports.now() - chat.updatedAt > ports.sessionIdleDays * DAY) {
    throw new Failure('SESSION_EXPIRED', 'This chat has expired; start a new one');
  }
}

/** Whether nothing can make it go on: a preview that ended by itself may be answered again. */
export function isOver({ isEnded, isPreview, state }: ChatRow): boolean {
  return isEnded && (!isPreview || upgradeSession(state).isClosed === true);
}

const DAY = 86_400_000;

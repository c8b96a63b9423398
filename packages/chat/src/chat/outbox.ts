import { ParleyError, randomKey, send, withRefused, withTaken } from '@parley/client';
import type { Outgoing } from './chat.js';
import type { Remembered, Unsent } from './memory.js';
import { onWake } from './network.js';
import type { ChatPage } from './openChat.js';
import { reasonOf } from './reasonOf.js';

/** A visitor waits: an attempt follows at least every five seconds, and at once when there is a network again. */
export const RETRY = { attempts: Infinity, firstWait: 300, longestWait: 5_000, onWake };

/** Why the server takes no message of a chat any more. */
const OVER = new Set(['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SESSION_ENDED', 'FUTURE_CURSOR']);

/** Whether the server has the chat no more. */
export function isLost(error: unknown): boolean {
  return error instanceof ParleyError && OVER.has(error.reason);
}

/** What is remembered of the chat. */
interface Kept {
  read(): Remembered;
  remember(next: Partial<Remembered>): void;
}

/** Messages on their way to the server: in order, each taken once, also when the page is reloaded meanwhile. */
export interface Outbox {
  add(outgoing: Outgoing): void;
  /** Sends what waits. */
  sendAll(): void;
}

/** Opens the messages on their way of a chat. */
export function openOutbox(page: ChatPage, { read, remember }: Kept): Outbox {
  let isSending = false;
  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = read().unsent[0]; next && !page.signal.aborted; next = read().unsent[0]) {
      await sendOne(page, read().sessionId, next);
      if (!page.signal.aborted) remember({ unsent: read().unsent.slice(1) });
    }
    isSending = false;
  }
  return {
    add(outgoing) {
      remember({ unsent: [...read().unsent, unsentOf(outgoing)] });
      void sendAll();
    },
    sendAll: () => void sendAll(),
  };
}

function unsentOf(outgoing: Outgoing): Unsent {
  if ('key' in outgoing) return { key: outgoing.key, message: outgoing.outcome };
  const { text, message = text } = outgoing;
  return { key: randomKey(), text, message };
}

/** Sends until the server has answered. What it refuses is taken back, and its reason shown. */
async function sendOne(page: ChatPage, sessionId: string, { key, text, message }: Unsent) {
  const { signal, options } = page;
  const late = setTimeout(() => page.show({ isOffline: true }), 3_000);
  try {
    const call = { url: options.url, sessionId, message, idempotencyKey: key };
    const { turn } = await send({ ...call, signal, retry: RETRY });
    if (text !== undefined && turn !== undefined) page.fold((now) => withTaken(now, text, turn));
  } catch (error) {
    if (!signal.aborted && !isKnown(error)) takeBack(page, text, error);
  } finally {
    clearTimeout(late);
    if (!signal.aborted) page.show({ isOffline: false });
  }
}

/** Whether the server has taken another outcome of the same action, which another page ran. */
function isKnown(error: unknown): boolean {
  return error instanceof ParleyError && error.reason === 'IDEMPOTENCY_MISMATCH';
}

function takeBack(page: ChatPage, text: string | undefined, error: unknown): void {
  if (isLost(error)) return page.show({ isLost: true, isTyping: false });
  if (text === undefined) return console.warn('The outcome of an action was refused:', error);
  page.fold((now) => withRefused(now, text));
  page.show({ failure: reasonOf(error) });
}

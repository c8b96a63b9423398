import { ParleyError, send } from '@parley/client';
import type { Outgoing } from './chat.js';
import type { Remembered, Unsent } from './memory.js';
import type { ChatPage } from './openChat.js';

/** A visitor waits: an attempt follows at least every five seconds, for as long as the page is open. */
export const RETRY = { attempts: Infinity, firstWait: 300, longestWait: 5_000 };

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
    await send({ ...call, signal, retry: RETRY });
  } catch (error) {
    if (!signal.aborted && !isKnown(error)) takeBack(page, text, error);
  } finally {
    clearTimeout(late);
    page.show({ isOffline: false });
  }
}

/** Whether the server has taken another outcome of the same action, which another page ran. */
function isKnown(error: unknown): boolean {
  return error instanceof ParleyError && error.reason === 'IDEMPOTENCY_MISMATCH';
}

function takeBack(page: ChatPage, text: string | undefined, error: unknown): void {
  const { said, answeredInput, ...shown } = page.read();
  const at = said.findIndex((one) => 'isPending' in one && one.text === text);
  const failure = error instanceof ParleyError ? error.message : String(error);
  page.show({
    ...shown,
    said: said.filter((_, index) => index !== at),
    ...(answeredInput && { input: answeredInput }),
    isTyping: false,
    failure,
  });
}

/** 128 random bits, as text. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

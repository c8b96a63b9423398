import type { ChatRow } from './chats.js';
import { createShelf } from './shelf.js';

/** How much a process remembers, in bytes: more than ten thousand chats of the usual size. */
const REMEMBERED = 16_000_000;

/** What a chat takes besides the text of its state, in bytes, about. */
const EACH = 500;

/**
 * Chats as this process wrote them last, so that the next turn need not read them. What it remembers may be out of date:
 * nothing may rest on it but what a guarded write checks (ADR 0006).
 */
export interface RecentChats {
  /** The chat, which is not remembered any more: whoever writes its next turn notes it again. */
  take(sessionId: string): ChatRow | undefined;
  /** Notes a chat that was written, and its state as the text that was. */
  note(chat: Omit<ChatRow, 'state' | 'kept'>, state: string): void;
  /** The chat has come further elsewhere. */
  forget(sessionId: string): void;
  /** Any of them may have. */
  forgetAll(): void;
}

/** Opens the memory of a process. */
export function openRecentChats(): RecentChats {
  const shelf = createShelf<{ chat: Omit<ChatRow, 'state'>; state: string }>(REMEMBERED);
  return {
    take(sessionId) {
      const known = shelf.recall(sessionId);
      shelf.remove(sessionId);
      // The text rather than the session: what is read out of it is exactly what PostgreSQL would give.
      return known && { ...known.chat, state: JSON.parse(known.state) };
    },
    note: (chat, state) => shelf.keep(chat.id, { chat, state }, state.length + EACH),
    forget: shelf.remove,
    forgetAll: shelf.clear,
  };
}

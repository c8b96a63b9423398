import { LRUCache } from 'lru-cache';
import type { ChatRow } from './chats.js';

/** How much memory it may use, in bytes: some ten thousand chats of the usual size. */
const REMEMBERED = 16_000_000;

/** The memory that a chat takes, about: bytes for each chat, and bytes for each character of its state as JSON. */
const [EACH, PER_CHARACTER] = [500, 3] as const;

/**
 * Chats as this process wrote them last, so that the next turn need not read them. What it remembers may be out of date:
 * only what a guarded write checks may depend on it (docs/adr/0006-guarded-write.md).
 */
export interface RecentChats {
  recall(sessionId: string): ChatRow | undefined;
  /** Remembers a chat that was written; `length` is that of its state as JSON, in characters. */
  note(chat: ChatRow, length: number): void;
  /** To be called where another process may have written a turn of the chat. */
  forget(sessionId: string): void;
  /** The same, where it may have been any chat. */
  forgetAll(): void;
}

/** Opens the memory of a process. The chats that were used least recently are dropped first. */
export function openRecentChats(): RecentChats {
  const chats = new LRUCache<string, ChatRow>({ maxSize: REMEMBERED });
  return {
    recall: (sessionId) => chats.get(sessionId),
    note(chat, length) {
      chats.set(chat.id, chat, { size: EACH + PER_CHARACTER * length });
    },
    forget(sessionId) {
      chats.delete(sessionId);
    },
    forgetAll: () => chats.clear(),
  };
}

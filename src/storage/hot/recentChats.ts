import { LRUCache } from 'lru-cache';
import type { ChatRow } from './chats.js';

/** The most memory that the cache may use, in bytes: some ten thousand chats of the usual size. */
const MAX_BYTES = 16_000_000;

/** The approximate memory of a chat: bytes for each chat, and bytes for each character of its state as JSON. */
const [EACH, PER_CHARACTER] = [500, 3] as const;

/**
 * Chats as this process last wrote them, so that the next turn need not read them. They may be out of date: only what a guarded write
 * checks may depend on them (docs/adr/0006-guarded-write.md).
 */
export interface RecentChats {
  recall(sessionId: string): ChatRow | undefined;
  /** The ids of chats begin with this. */
  readonly topics: string;
  /** Stores a chat that was written; `length` is the number of characters of its state as JSON. */
  note(chat: ChatRow, length: number): void;
  /** Called when another process may have written a turn of the chat. */
  forget(sessionId: string): void;
  /** Called when another process may have written a turn of any chat. */
  forgetAll(): void;
}

/** Opens the cache of a process. The least recently used chats are evicted first. */
export function openRecentChats(): RecentChats {
  const chats = new LRUCache<string, ChatRow>({ maxSize: MAX_BYTES });
  return {
    topics: 'ses_',
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

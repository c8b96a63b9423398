import { LRUCache } from 'lru-cache';
import type { ChatRow } from './chats.js';

/** How much a process remembers, in bytes: some ten thousand chats of the usual size. */
const REMEMBERED = 16_000_000;

/** What a chat takes in memory, in bytes, about: this much, and so much for each character of its state as JSON. */
const [EACH, PER_CHARACTER] = [500, 3] as const;

/**
 * Chats as this process wrote them last, so that the next turn need not read them. What it remembers may be out of date:
 * nothing may rest on it but what a guarded write checks (ADR 0014).
 */
export interface RecentChats {
  recall(sessionId: string): ChatRow | undefined;
  /** Notes a chat that was written, and how long its state was as JSON. */
  note(chat: ChatRow, length: number): void;
  /** The chat has come further elsewhere. */
  forget(sessionId: string): void;
  /** Any of them may have. */
  forgetAll(): void;
}

/** Opens the memory of a process, which the chats that rested longest leave first. */
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

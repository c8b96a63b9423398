import type { SeenEvent } from '../storage/tail.js';

/** Whoever watches a chat. */
export interface ChatWatcher {
  readonly clientAddress: string;
  /** Whether it is the visitor of the chat. */
  readonly isVisitor: boolean;
}

/** The tails of chats' logs in this process: one read serves all readers of a chat. */
export interface ChatTails {
  /** Opens a reader, which must be closed. Fails with `TOO_MANY_READERS` if the chat or the client has too many. */
  open(sessionId: string, watcher: ChatWatcher): TailReader;
  /** Whether a reader of the chat is its visitor. */
  hasVisitor(sessionId: string): boolean;
}

/** A reader of a chat's log. */
export interface TailReader {
  readonly isClosed: boolean;
  /** Starts after the event `after`. The chat must be loaded after the reader was opened, so that no event is missed in between. */
  begin(chat: { readonly seq: number; readonly turn: number }, after: number): Promise<void>;
  /** The next events, in order and each once; empty if there are none yet. Rejects if the log cannot be read. */
  read(): Promise<readonly SeenEvent[]>;
  /** Resolves when there may be further events. */
  news(): Promise<void>;
  /** Closes the reader, and resolves a pending `news`. */
  close(): void;
}

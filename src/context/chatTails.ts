import type { SeenEvent } from '../storage/tail.js';

/** The logs of the chats that are watched in this process: one read serves all readers of a chat. */
export interface ChatTails {
  /** Opens a reader of a client; close it. Fails with `TOO_MANY_READERS` where the chat or the client has enough. */
  open(sessionId: string, clientAddress: string): TailReader;
}

/** One reader of a chat's log. */
export interface TailReader {
  readonly isClosed: boolean;
  /** Begins after the event of a number. The chat has to be read after the reader was opened, so that no event is missed between. */
  begin(chat: { readonly seq: number; readonly turn: number }, after: number): Promise<void>;
  /** The next events, in order and each once; empty when there are none yet. Fails when the log cannot be read. */
  read(): Promise<readonly SeenEvent[]>;
  /** Settles when there may be more than was read. */
  news(): Promise<void>;
  /** Also settles a pending `news`. */
  close(): void;
}

import type { ChatWatcher } from './chatTails.js';

/** The sides of a chat, as those who type in it. */
export type TypingSide = 'isVisitorTyping' | 'isAgentTyping';

/** Who types in a chat, and whether its visitor has it open. */
export type Typists = Readonly<Record<TypingSide | 'isVisitorHere', boolean>>;

/** Who is in which chat, and types there. Nothing of it is stored: a sign is a wake-up, and may be lost. */
export interface Typing {
  /** Whether a sign of a side would be sent: one in 3 seconds is, in each process. */
  isDue(sessionId: string, side: TypingSide): boolean;
  /** Shows the watchers of a chat that a side types, for 6 seconds, if that is due. */
  show(sessionId: string, side: TypingSide): void;
  /** Watches for a client who types in a chat, until closed. Fails with `TOO_MANY_READERS` if the chat or the client has too many. */
  watch(sessionId: string, watcher: ChatWatcher): TypingWatch;
}

/** A watch of who types in a chat. */
export interface TypingWatch {
  readonly isClosed: boolean;
  now(): Typists;
  /** Resolves at the first change since the last call, or when the watch is closed. */
  next(): Promise<void>;
  close(): void;
}

import type { ChatWatcher } from './chatTails.js';

/** The sides of a chat, as those who type in it. */
export type TypingSide = 'isVisitorTyping' | 'isAgentTyping';

/** Who types in a chat, and whether its visitor has it open. */
export interface Typists extends Readonly<Record<TypingSide | 'isVisitorHere', boolean>> {
  /** What the visitor has typed and not sent; null where it was not shown, and for the visitors themselves. */
  readonly visitorText: string | null;
}

/** Who is in which chat, and types there. Nothing of it is stored: a sign is a wake-up, and may be lost. */
export interface Typing {
  /** Whether a sign of a side would be sent: one in 3 seconds is, in each process. */
  isDue(sessionId: string, side: TypingSide): boolean;
  /** Shows the watchers of a chat that a side types, for 6 seconds, if that is due. */
  show(sessionId: string, side: TypingSide): void;
  /**
   * Shows agents who watch a chat that its visitor types, and what, for a minute; at most twice a second, the newest of several texts. An
   * empty text ends it.
   */
  showText(sessionId: string, text: string): void;
  /** Watches for a client who types in a chat, until closed. Fails with `TOO_MANY_READERS` if the chat or the client has too many. */
  watch(sessionId: string, watcher: ChatWatcher): TypingWatch;
}

/** A watch of who types in a chat. */
export interface TypingWatch {
  readonly isClosed: boolean;
  /**
   * Asks other processes whether the visitor is there and what they have typed, for agents. To be called once it is known that the chat
   * exists: its id is sent to all processes as it is.
   */
  ask(): void;
  now(): Typists;
  /** Resolves at the first change since the last call, or when the watch is closed. */
  next(): Promise<void>;
  close(): void;
}

/** The sides of a chat: who types in it. */
export interface Typists {
  readonly isVisitorTyping: boolean;
  readonly isAgentTyping: boolean;
}

/** Who types in which chat. Nothing of it is stored: a sign is a wake-up, and may be lost. */
export interface Typing {
  /** Whether a sign of a side would be sent: one in 3 seconds is, in each process. */
  isDue(sessionId: string, side: keyof Typists): boolean;
  /** Shows the watchers of a chat that a side types, for 6 seconds, if that is due. */
  show(sessionId: string, side: keyof Typists): void;
  /** Watches for a client who types in a chat, until closed. Fails with `TOO_MANY_READERS` if the chat or the client has too many. */
  watch(sessionId: string, clientAddress: string): TypingWatch;
}

/** A watch of who types in a chat. */
export interface TypingWatch {
  readonly isClosed: boolean;
  now(): Typists;
  /** Resolves at the first change since the last call, or when the watch is closed. */
  next(): Promise<void>;
  close(): void;
}

/** A target of the measurement: a transport of the server, or the bare statements. */
export interface Target {
  readonly name: TargetName;
  /** A new caller, with a chat of its own. */
  openCaller(): Caller;
  /** Microseconds of processor time of the measured process so far. */
  cpuTime(): number;
}

/**
 * All targets, in the order of their measurement: the statements of a turn, its write alone, and the transports; `keyed` is REST
 * with a new idempotency key in each call.
 */
export const targetNames = ['raw', 'write', 'rest', 'keyed', 'graphql'] as const;
export type TargetName = (typeof targetNames)[number];

/** A client that does one thing at a time. A promise that rejects ends the bench. */
export interface Caller {
  /** The id of its chat; empty before the start. */
  chat(): string;
  /** Starts a new chat, which is continued from then on. */
  start(): Promise<void>;
  /** Runs the next turn of the chat. */
  continue(): Promise<void>;
  close(): void;
}

/** One way of taking turns that is measured: a transport of the server, or the bare statements. */
export interface Way {
  readonly name: TargetName;
  /** A caller of its own, with a chat of its own. */
  openCaller(): Caller;
  /** Microseconds of processor time that the measured process has used so far; undefined where nobody can say. */
  cpuTime(): number | undefined;
  /** Bytes of memory the server holds; undefined where nobody can say, or no server is measured. */
  memory(): number | undefined;
}

/** All ways, in the order they are measured: the statements of a turn, its write alone, and the transports. */
export const targetNames = ['raw', 'write', 'rest', 'graphql'] as const;
export type TargetName = (typeof targetNames)[number];

/** Somebody who does one thing at a time. A promise that rejects ends the bench. */
export interface Caller {
  /** Starts a new chat, which is the one continued from then on. */
  start(): Promise<void>;
  /** Takes the next turn of the chat. */
  continue(): Promise<void>;
  close(): void;
}

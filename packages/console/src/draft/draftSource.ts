import type { Flow, FlowEdit } from '@parley/client';

/** A flow as it is stored, and the number of its last change. */
export interface Stored {
  readonly flow: Flow;
  readonly revision: number;
}

/** A gesture of the person here: edits that are stored, and undone, as one. */
export interface Gesture {
  /** By which the change is known again: `clientMutationId`. */
  readonly mark: string;
  readonly edits: readonly FlowEdit[];
  /** The revision whose change these edits undo. */
  readonly undoes?: number;
}

/** What the server answered to a gesture. */
export interface Sent {
  /** The revision after it. */
  readonly revision: number;
  /** Why it was refused, in words for a person. */
  readonly refusal?: string | undefined;
}

/** A stored change, by anybody. */
export interface Change {
  readonly revision: number;
  /** Null where the whole flow may be another: it is loaded again. */
  readonly edits: readonly FlowEdit[] | null;
  readonly mark: string | null;
  readonly author: string | null;
}

/** Where a draft is stored. */
export interface DraftSource {
  load(): Promise<Stored>;
  /** Rejects where nobody knows whether it arrived. */
  send(gesture: Gesture, ifRevision: number): Promise<Sent>;
  /** All changes after a revision, once and in order, until `signal` aborts; reconnects by itself. */
  watch(after: number, signal: AbortSignal): AsyncIterable<Change>;
}

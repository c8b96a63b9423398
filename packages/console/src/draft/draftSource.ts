import type { Flow, FlowEdit } from '@parley/client';
import type { EditFlowMutation } from '@parley/client/dashboard';

/** A flow as it is stored, and the number of its last change. */
export interface Stored {
  readonly flow: Flow;
  readonly revision: number;
}

/** What a gesture does: something new, or taking back what was done or undone. */
export type Way = 'edit' | 'undo' | 'redo';

/** A gesture of the person here: edits that are stored, and undone, as one. */
export interface Gesture {
  /** By which the change is known again: `clientMutationId`. */
  readonly mark: string;
  readonly edits: readonly FlowEdit[];
  readonly way: Way;
  /** The revision whose change these edits undo. */
  readonly undoes?: number;
  /** Whether it undoes also what others changed since, and with it what they did. */
  readonly isForced?: boolean;
}

/** What somebody else did, which a gesture would change back. */
export interface Theirs {
  /** Their name; null where nobody knows it. */
  readonly author: string | null;
  /** What they did; absent where all that is known is that the part is another one, or gone. */
  readonly change?: NonNullable<EditFlowMutation['editFlow']['conflicts']>[number]['change'];
}

/** What the server answered to a gesture. */
export interface Sent {
  /** The revision after it. */
  readonly revision: number;
  /** The edits that undo it. */
  readonly inverse?: readonly FlowEdit[];
  /** Why it was refused, in words for a person. */
  readonly refusal?: string;
  /** What others did since the change that it undoes, so that nothing was done. */
  readonly theirs?: readonly Theirs[];
  /** Whether nothing was done because the revision that was sent is too old: it may be sent again. */
  readonly isStale?: boolean;
}

/** A stored change, by anybody. */
export interface Change {
  readonly revision: number;
  /** Null where the whole flow may be another: it is loaded again. */
  readonly edits: readonly FlowEdit[] | null;
  readonly mark: string | null;
  readonly author: string | null;
}

/** A stored change by somebody else, whose edits may not be known. */
export type OthersChange = Omit<Change, 'mark'>;

/** A stored change of the person here, in whatever window. */
export interface OwnChange {
  readonly revision: number;
  readonly mark: string | null;
  /** The edits that undo it; null where they are not known. */
  readonly inverse: readonly FlowEdit[] | null;
  /** The revision that it undid. */
  readonly undoes: number | null;
}

/** Where a draft is stored. Its functions reject with a `ParleyError`. */
export interface DraftSource {
  load(): Promise<Stored>;
  /** The newest changes of the person here, the newest first. */
  own(): Promise<readonly OwnChange[]>;
  /** The newest changes of others, the newest first. */
  others(): Promise<readonly OthersChange[]>;
  /** Rejects where nobody knows whether it arrived; it may be sent again, also while the first is on its way: it is stored once. */
  send(gesture: Gesture, ifRevision: number): Promise<Sent>;
  /** All changes after a revision, once and in order, until `signal` aborts; reconnects by itself. */
  watch(after: number, signal: AbortSignal): AsyncIterable<Change>;
}

import { applyEdits, type Flow, type FlowEdit } from '@parley/client';
import type { Change, DraftSource, Gesture, Sent, Stored } from './draftSource.js';
import type { Past, Step } from './past.js';

/** How a draft stands. */
export interface DraftState {
  /** The stored flow with the gestures that are not stored yet. */
  readonly flow: Flow;
  readonly revision: number;
  /** Whether gestures wait for the server, which cannot be reached while it is `offline`. */
  readonly status: 'saved' | 'saving' | 'offline';
  readonly unsent: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What happened that the person did not do, such as a refused change; the newest last. */
  readonly notices: readonly string[];
}

/** What a draft is opened with. */
export interface Opening {
  readonly source: DraftSource;
  readonly stored: Stored;
  readonly newMark: () => string;
  /** Gestures of the last time that were not stored. */
  readonly unsent: readonly Gesture[];
  /** Keeps gestures that are not stored yet over a reload. */
  readonly keep: (unsent: readonly Gesture[]) => void;
  readonly past?: Past;
  /** Milliseconds before something is sent again. */
  readonly retryAfter?: number;
}

type Way = 'edit' | 'undo' | 'redo';

/** More notices than anybody reads. */
const MAX_NOTICES = 5;

/**
 * A draft that a person edits. The stored flow changes only by what `watch` reports, in its order, which includes the own gestures; a
 * gesture is shown from the moment it is made, and sent until its mark is reported or it is refused. So none is lost or stored twice.
 */
export class Draft {
  readonly #opening: Opening;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #undoable: Step[];
  readonly #redoable: Step[];
  /** What the gestures that wait are, by their marks. */
  readonly #ways = new Map<string, Way>();
  /** The marks of gestures that the server has stored, whose change was not reported yet. */
  readonly #taken = new Set<string>();
  /** Steps to take back when nothing waits any more. */
  readonly #wanted: ('undo' | 'redo')[] = [];
  #stored: Stored;
  #unsent: Gesture[];
  #flow: Flow;
  #isOffline = false;
  #isSending = false;
  #notices: readonly string[] = [];
  #state: DraftState;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#stored = opening.stored;
    this.#flow = opening.stored.flow;
    const { past } = opening;
    this.#unsent = opening.unsent.filter(({ mark }) => !past?.marks.has(mark));
    for (const { mark } of this.#unsent) this.#ways.set(mark, 'edit');
    this.#undoable = [...(past?.undoable ?? [])];
    this.#redoable = [...(past?.redoable ?? [])];
    this.#showAll();
    this.#state = this.#look();
    this.#watch().catch(() => {
      this.#isOffline = true;
      this.#note('This bot cannot be watched any more. Reload the page.');
    });
    void this.#sendAll();
  }

  /** The state now; another object after each change. */
  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Applies edits here at once, and stores them as one step. Throws `EditRefused` where they do not fit the flow. */
  edit(edits: readonly FlowEdit[]): void {
    this.#add(edits, 'edit');
    this.#redoable.length = 0;
    this.#tell();
  }

  /** Takes the last step back; one that is being stored, as soon as it is. */
  undo(): void {
    this.#wanted.push('undo');
    this.#takeBackNext();
  }

  redo(): void {
    this.#wanted.push('redo');
    this.#takeBackNext();
  }

  dismiss(notice: string): void {
    this.#notices = this.#notices.filter((one) => one !== notice);
    this.#tell();
  }

  close(): void {
    this.#closing.abort();
  }

  #look(): DraftState {
    const isWaiting = this.#unsent.length > 0;
    return {
      flow: this.#flow,
      revision: this.#stored.revision,
      status: isWaiting ? (this.#isOffline ? 'offline' : 'saving') : 'saved',
      unsent: this.#unsent.length,
      canUndo: this.#undoable.length > 0,
      canRedo: this.#redoable.length > 0,
      notices: this.#notices,
    };
  }

  #tell(): void {
    this.#state = this.#look();
    for (const listener of this.#listeners) listener();
  }

  #note(words: string): void {
    this.#notices = [...this.#notices, words].slice(-MAX_NOTICES);
    this.#tell();
  }

  /** Shows the stored flow with all gestures that still fit it. */
  #showAll(): void {
    this.#flow = this.#stored.flow;
    this.#unsent = this.#unsent.filter(({ edits }) => {
      try {
        this.#flow = applyEdits(this.#flow, edits).flow;
        return true;
      } catch {
        const words = 'A change of yours was dropped: what it changed is gone.';
        this.#notices = [...this.#notices, words].slice(-MAX_NOTICES);
        return false;
      }
    });
    this.#opening.keep(this.#unsent);
  }

  #add(edits: readonly FlowEdit[], way: Way, undoes?: number): void {
    this.#flow = applyEdits(this.#flow, edits).flow;
    const mark = this.#opening.newMark();
    this.#unsent.push({ mark, edits, ...(undoes !== undefined && { undoes }) });
    this.#ways.set(mark, way);
    this.#opening.keep(this.#unsent);
    this.#tell();
    void this.#sendAll();
  }

  /** What undoes a gesture is known once it is stored, so an undo waits for those before it. */
  #takeBackNext(): void {
    if (this.#unsent.length > 0) return;
    const way = this.#wanted.shift();
    if (way) this.#takeBack(way === 'undo' ? this.#undoable : this.#redoable, way);
  }

  #takeBack(steps: Step[], way: Way): void {
    const step = steps.pop();
    if (!step) return;
    try {
      this.#add(step.inverse, way, step.revision);
    } catch {
      this.#note('This cannot be undone any more: somebody else changed it.');
    }
  }

  /** Sends what waits, one gesture after the other. */
  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const next = () => this.#unsent.find(({ mark }) => !this.#taken.has(mark));
    for (let gesture = next(); gesture && this.#isOpen(); gesture = next()) {
      await this.#send(gesture);
    }
    this.#isSending = false;
  }

  #isOpen(): boolean {
    return !this.#closing.signal.aborted;
  }

  async #send(gesture: Gesture): Promise<void> {
    const { source, retryAfter = 1_000 } = this.#opening;
    try {
      const sent = await source.send(gesture, this.#stored.revision);
      this.#isOffline = false;
      this.#settle(gesture.mark, sent);
    } catch {
      this.#isOffline = true;
      this.#tell();
      await pause(retryAfter, this.#closing.signal);
      await this.#catchUp();
    }
  }

  #settle(mark: string, { refusal, revision }: Sent): void {
    const isUnknown = refusal === undefined && revision > this.#stored.revision;
    if (isUnknown) this.#taken.add(mark);
    // Refused, or without effect; the change of any other gesture was reported before its answer came.
    else this.#forget(mark);
    if (refusal === undefined) this.#tell();
    else this.#note(refusal);
  }

  #forget(mark: string): void {
    this.#taken.delete(mark);
    this.#ways.delete(mark);
    this.#unsent = this.#unsent.filter((one) => one.mark !== mark);
    this.#showAll();
    this.#takeBackNext();
  }

  /** After a lost answer: once everything that is stored was reported, a gesture that still waits has not arrived. */
  async #catchUp(): Promise<void> {
    const stored = await this.#opening.source.load().catch(() => undefined);
    if (!stored || !this.#isOpen()) return;
    this.#isOffline = false;
    await this.#reached(stored.revision);
    this.#tell();
  }

  async #reached(revision: number): Promise<void> {
    const isThere = () => this.#stored.revision >= revision || !this.#isOpen();
    if (isThere()) return;
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (!isThere()) return;
        this.#listeners.delete(check);
        resolve();
      };
      this.#listeners.add(check);
      this.#closing.signal.addEventListener('abort', check, { once: true });
    });
  }

  async #watch(): Promise<void> {
    const { source } = this.#opening;
    for await (const change of source.watch(this.#stored.revision, this.#closing.signal)) {
      if (change.revision > this.#stored.revision) await this.#apply(change);
    }
  }

  async #apply({ revision, edits, mark }: Change): Promise<void> {
    const way = this.#ways.get(mark ?? '');
    if (edits) {
      const { flow, inverse } = applyEdits(this.#stored.flow, edits);
      this.#stored = { flow, revision };
      if (way) (way === 'undo' ? this.#redoable : this.#undoable).push({ inverse, revision });
    } else {
      this.#stored = await this.#opening.source.load();
    }
    this.#forget(mark ?? '');
    this.#tell();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

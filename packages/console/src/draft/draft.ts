import { applyEdits, EditRefused, type Flow, type FlowEdit } from '@parley/client';
import { t } from '../i18n/t.js';
import type { Change, DraftSource, Gesture, Sent, Stored, Way } from './draftSource.js';
import { Attempts, isFinal } from './attempts.js';
import { pastOf, type Step } from './past.js';
import { accept, appliedTo, type Pending } from './pending.js';

/** How a draft stands. */
export interface DraftState {
  /** The stored flow with the gestures that are not stored yet. */
  readonly flow: Flow;
  readonly revision: number;
  /** Whether the person may only look at the flow. */
  readonly isReadOnly: boolean;
  /** Whether gestures wait for the server: it cannot be reached while `offline`; while `signedOut`, it does not know the person. */
  readonly status: 'saved' | 'saving' | 'offline' | 'signedOut';
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
  /** Whether the person may only look at the flow. */
  readonly isReadOnly?: boolean;
  /** Keeps gestures that are not stored yet over a reload. */
  readonly keep: (unsent: readonly Gesture[]) => void;
  /** Milliseconds before something is sent again; after further failures it is longer. */
  readonly retryAfter?: number;
}

const READ_ONLY = t('You may look at this bot, but not change it.');

/** More notices than anybody reads. */
const MAX_NOTICES = 5;

/**
 * A draft that a person edits. The stored flow changes only by what `watch` reports, in its order, which includes the own gestures; a
 * gesture is shown from the moment it is made, and sent until it is stored or refused. So none is lost or stored twice.
 */
export class Draft {
  readonly #opening: Opening;
  readonly #closing = new AbortController();
  readonly #attempts: Attempts;
  readonly #listeners = new Set<() => void>();
  readonly #undoable: Step[] = [];
  readonly #redoable: Step[] = [];
  /** Steps to take back when nothing waits any more. */
  readonly #wanted: ('undo' | 'redo')[] = [];
  #stored: Stored;
  #pending: readonly Pending[] = [];
  #flow: Flow;
  #answer: Promise<unknown> | undefined;
  #isSending = false;
  #isLeft = false;
  #notices: readonly string[] = [];
  #state: DraftState;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.#stored = opening.stored;
    this.#flow = opening.stored.flow;
    this.#attempts = new Attempts({
      retryAfter: opening.retryAfter ?? 1_000,
      signal: this.#closing.signal,
      changed: () => this.#tell(),
    });
    this.#state = this.#look();
    void this.#watch();
    void this.#readPast();
  }

  /** The state now; another object after each change. */
  readonly state = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Applies edits here at once, stores them as one step, and returns whether they fit the flow. `refused` shows why they do not; by default a
   * notice does.
   */
  edit(edits: readonly FlowEdit[], refused = (words: string): void => this.#note(words)): boolean {
    if (this.#opening.isReadOnly === true) {
      refused(READ_ONLY);
      return false;
    }
    try {
      this.#add(edits, 'edit');
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      refused(error.message);
      return false;
    }
    this.#redoable.length = 0;
    this.#tell();
    return true;
  }

  /** Takes over gestures of a window that is closed, of which nobody knows whether they arrived. */
  adopt(gestures: readonly Gesture[]): void {
    const known = new Set(this.#pending.map(({ mark }) => mark));
    const lost = gestures
      .filter(({ mark }) => !known.has(mark))
      .map((gesture) => ({ ...gesture, state: 'lost' as const }));
    this.#pending = [...lost, ...this.#pending];
    this.#showAll();
    void this.#sendAll();
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

  /** Ends as soon as nothing waits, unless somebody comes back before. */
  leave(): void {
    this.#isLeft = true;
    // Fields that go away with the screen are stored first.
    queueMicrotask(() => this.#tell());
  }

  comeBack(): void {
    this.#isLeft = false;
  }

  /** Ends at once; what waits is kept. */
  close(): void {
    this.#closing.abort();
  }

  /** Aborts when the draft has ended. */
  get ended(): AbortSignal {
    return this.#closing.signal;
  }

  #look(): DraftState {
    const isWaiting = this.#pending.length > 0;
    const { trouble } = this.#attempts;
    return {
      flow: this.#flow,
      revision: this.#stored.revision,
      status: trouble === 'signedOut' || isWaiting ? (trouble ?? 'saving') : 'saved',
      unsent: this.#pending.length,
      isReadOnly: this.#opening.isReadOnly === true,
      canUndo: this.#undoable.length > 0,
      canRedo: this.#redoable.length > 0,
      notices: this.#notices,
    };
  }

  #tell(): void {
    this.#state = this.#look();
    for (const listener of this.#listeners) listener();
    if (this.#isLeft && this.#pending.length === 0) this.close();
  }

  #note(words: string): void {
    this.#notices = [...this.#notices, words].slice(-MAX_NOTICES);
    this.#tell();
  }

  /** Shows the stored flow with all gestures that still fit it; whether those fit that were sent already, the server says. */
  #showAll(): void {
    this.#flow = this.#stored.flow;
    const before = this.#pending.length;
    this.#pending = this.#pending.filter(({ edits, state }) => {
      try {
        this.#flow = applyEdits(this.#flow, edits).flow;
        return true;
      } catch {
        return state !== 'waits';
      }
    });
    this.#opening.keep(this.#pending);
    const dropped = before - this.#pending.length;
    if (dropped > 0) this.#note(droppedInWords(dropped));
    this.#tell();
  }

  #add(edits: readonly FlowEdit[], way: Way, undoes?: number): void {
    this.#flow = applyEdits(this.#flow, edits).flow;
    const mark = this.#opening.newMark();
    const gesture = { mark, edits, way, ...(undoes !== undefined && { undoes }) };
    this.#pending = [...this.#pending, { ...gesture, state: 'waits' }];
    this.#opening.keep(this.#pending);
    this.#tell();
    void this.#sendAll();
  }

  /** What undoes a gesture is known once it is stored, so an undo waits for those before it. */
  #takeBackNext(): void {
    if (this.#pending.length > 0) return;
    const way = this.#wanted.shift();
    if (way) this.#takeBack(way === 'undo' ? this.#undoable : this.#redoable, way);
  }

  #takeBack(steps: Step[], way: Way): void {
    const step = steps.pop();
    if (!step) return;
    try {
      this.#add(step.inverse, way, step.revision);
    } catch {
      this.#note(t('This cannot be undone any more: somebody else changed it.'));
    }
  }

  #isOpen(): boolean {
    return !this.#closing.signal.aborted;
  }

  /** Sends what waits, one gesture after the other. */
  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let failed = 0; this.#isOpen() && this.#mustSend(); failed += 1) {
      try {
        await this.#sendNext();
        this.#attempts.succeeded();
        failed = -1;
      } catch (error) {
        await this.#attempts.failed(error, failed);
      }
    }
    this.#isSending = false;
    this.#tell();
  }

  #mustSend(): boolean {
    return this.#pending.some(({ state }) => state === 'waits' || state === 'lost');
  }

  async #sendNext(): Promise<void> {
    if (this.#pending.some(({ state }) => state === 'lost')) return this.#findLost();
    const gesture = this.#pending.find(({ state }) => state === 'waits');
    if (!gesture) return;
    gesture.state = 'sent';
    try {
      const answer = this.#opening.source.send(gesture, this.#stored.revision);
      this.#answer = answer.catch(() => undefined);
      await this.#settle(gesture, await answer);
    } catch (error) {
      gesture.state = 'lost';
      throw error;
    }
  }

  async #settle(gesture: Pending, { refusal, isStale = false, ...stored }: Sent): Promise<void> {
    if (refusal === undefined && !isStale) {
      accept(gesture, stored);
      return this.#reached();
    }
    if (!this.#pending.includes(gesture)) return undefined;
    if (isStale) {
      gesture.state = 'waits';
      return this.#attempts.rest();
    }
    this.#pending = this.#pending.filter((one) => one !== gesture);
    this.#note(refusal ?? '');
    return this.#reached();
  }

  /** Finds out which of the gestures arrived whose answer was lost; the others wait again. */
  async #findLost(): Promise<void> {
    const own = await this.#opening.source.own();
    const stored = new Map(own.map((change) => [change.mark, change]));
    for (const gesture of this.#pending.filter(({ state }) => state === 'lost')) {
      const change = stored.get(gesture.mark);
      if (!change) gesture.state = 'waits';
      else accept(gesture, { revision: change.revision, inverse: change.inverse ?? [] });
    }
    this.#reached();
  }

  /** Lets go of the gestures that are part of the stored flow. */
  #reached(): void {
    const { revision } = this.#stored;
    const isThere = (one: Pending): boolean =>
      one.state === 'stored' && (one.revision ?? 0) <= revision;
    for (const { way, inverse = [], revision: at = 0 } of this.#pending.filter(isThere)) {
      // One without effect is no step, and one of before the opening is in the history.
      if (inverse.length === 0 || at <= this.#opening.stored.revision) continue;
      (way === 'undo' ? this.#redoable : this.#undoable).push({ inverse, revision: at });
    }
    this.#pending = this.#pending.filter((one) => !isThere(one));
    this.#showAll();
    this.#takeBackNext();
  }

  /** What was done before can be undone after what is done now. */
  async #readPast(): Promise<void> {
    const { revision } = this.#stored;
    const own = await this.#attempts.insist(async () => this.#opening.source.own());
    const earlier = pastOf((own ?? []).filter((one) => one.revision <= revision));
    const isFirst = this.#undoable.length + this.#redoable.length + this.#pending.length === 0;
    this.#undoable.unshift(...earlier.undoable);
    if (isFirst) this.#redoable.push(...earlier.redoable);
    this.#tell();
  }

  /** Follows the stored flow, also after the person was signed out, or the flow could not be loaded. */
  async #watch(): Promise<void> {
    while (this.#isOpen()) {
      const error: unknown = await this.#follow().catch((fault: unknown) => fault);
      if (isFinal(error)) {
        return this.#note(
          t('This bot cannot be followed any more. ({fault})', { fault: error.message }),
        );
      }
      if (error !== undefined) await this.#attempts.failed(error, 0);
      await this.#attempts.insist(async () => this.#opening.source.own());
    }
  }

  async #follow(): Promise<void> {
    const { source } = this.#opening;
    for await (const change of source.watch(this.#stored.revision, this.#closing.signal)) {
      if (change.revision > this.#stored.revision) await this.#apply(change);
    }
  }

  async #apply({ revision, edits, mark }: Change): Promise<void> {
    const applied = edits && appliedTo(this.#stored.flow, edits);
    const own = this.#pending.find((one) => one.mark === mark);
    if (applied) {
      const { flow, inverse } = applied;
      this.#stored = { flow, revision };
      if (own) accept(own, { revision, inverse });
    } else {
      // The answer to what is sent now says at which revision the flow has it, and what undoes it.
      await this.#answer;
      // It waits to be sent again, but the first request arrived after all.
      if (own?.state === 'waits') accept(own, { revision });
      this.#stored = await this.#opening.source.load();
    }
    this.#reached();
  }
}

function droppedInWords(count: number): string {
  return count === 1
    ? t('A change of yours was dropped: what it changed is gone.')
    : t('{count} changes of yours were dropped: what they changed is gone.', { count });
}

import { applyEdits, EditRefused, type Flow, type FlowEdit } from '@parley/client';
import { t } from '../i18n/t.js';
import type { Change, Gesture, Sent, Stored, Theirs } from './draftSource.js';
import { Attempts, isFinal } from './attempts.js';
import { type Clash, clashOf, whoChanged } from './clash.js';
import type { DraftState, Opening } from './draftState.js';
import { type Direction, History, type Taken } from './history.js';
import { pastOf } from './past.js';
import { accept, appliedTo, type Pending } from './pending.js';

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
  readonly #history = new History();
  #stored: Stored;
  #pending: readonly Pending[] = [];
  #flow: Flow;
  #answer: Promise<unknown> | undefined;
  #isSending = false;
  #isLeft = false;
  #notices: readonly string[] = [];
  #clash: Clash | undefined;
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
      this.#add({ edits, way: 'edit' });
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      refused(error.message);
      return false;
    }
    this.#history.forgetAhead();
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
  readonly undo = (): void => this.#want('undo');
  readonly redo = (): void => this.#want('redo');

  /** Takes back what was decided of the step that clashes: all of it, the rest, or nothing. Without a decision the step stays. */
  decide(decision: 'overwrite' | 'rest' | 'keep' | undefined): void {
    const clash = this.#clash;
    this.#clash = undefined;
    if (clash && decision !== undefined) {
      const { way, step, rest } = clash;
      this.#history.drop(clash);
      const edits = { overwrite: step.inverse, rest, keep: [] }[decision];
      if (edits.length > 0) this.#takeBackAs({ step: { ...step, inverse: edits }, way }, true);
    }
    this.#tell();
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
      canUndo: this.#history.has('undo'),
      canRedo: this.#history.has('redo'),
      notices: this.#notices,
      clash: this.#clash,
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

  #add(gesture: Omit<Gesture, 'mark'>): void {
    this.#flow = applyEdits(this.#flow, gesture.edits).flow;
    const mark = this.#opening.newMark();
    this.#pending = [...this.#pending, { mark, ...gesture, state: 'waits' }];
    this.#opening.keep(this.#pending);
    this.#tell();
    void this.#sendAll();
  }

  #want(way: Direction): void {
    this.#history.want(way);
    this.#takeBackNext();
  }

  /** What undoes a gesture is known once it is stored, so an undo waits for those before it. */
  #takeBackNext(): void {
    if (this.#pending.length > 0) return;
    const taken = this.#history.next();
    if (taken) this.#takeBackAs(taken, false);
  }

  #takeBackAs(taken: Taken, isForced: boolean): void {
    const { step, way } = taken;
    try {
      this.#add({ edits: step.inverse, way, undoes: step.revision, ...(isForced && { isForced }) });
    } catch {
      void this.#explain(taken);
    }
  }

  /** Says who changed what a step cannot change back any more. */
  async #explain(taken: Taken): Promise<void> {
    const changes = await this.#opening.source.others().catch(() => []);
    this.#ask(taken, whoChanged(this.#flow, taken.step, changes));
  }

  /** Lets the person decide about a step, which stays until then. */
  #ask(taken: Taken, theirs: readonly Theirs[]): void {
    this.#history.putBack(taken);
    this.#clash = clashOf(this.#flow, { ...taken, theirs });
    this.#tell();
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

  async #settle(gesture: Pending, sent: Sent): Promise<void> {
    const { refusal, isStale = false, theirs, ...stored } = sent;
    if (refusal === undefined && !isStale && !theirs) {
      accept(gesture, stored);
      return this.#reached();
    }
    if (!this.#pending.includes(gesture)) return undefined;
    if (isStale) {
      // What others changed since the change that it undoes, nobody knows any more.
      Object.assign(gesture, { state: 'waits', isForced: true });
      return this.#attempts.rest();
    }
    this.#pending = this.#pending.filter((one) => one !== gesture);
    if (refusal !== undefined) this.#note(refusal);
    if (theirs) {
      this.#showAll();
      this.#ask(takenBy(gesture), theirs);
    }
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
      const step = { inverse, revision: at };
      this.#history.add({ step, way: way === 'undo' ? 'redo' : 'undo' });
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
    this.#history.addEarlier(earlier, this.#pending.length === 0);
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

/** The step that a gesture takes. */
function takenBy({ edits, undoes = 0, way }: Gesture): Taken {
  return { step: { inverse: edits, revision: undoes }, way: way === 'redo' ? 'redo' : 'undo' };
}

function droppedInWords(count: number): string {
  return t(
    'A change of yours was dropped: what it changed is gone.|{count} changes of yours were dropped: what they changed is gone.',
    { count },
  );
}

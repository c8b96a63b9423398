import { applyEdits, type Flow, type FlowEdit } from '@parley/client';
import type { EditFlowMutation } from '@parley/client/dashboard';
import { isDeepStrictEqual } from 'node:util';
import type { Gesture, Stored } from '../../../packages/console/src/draft/draftSource.js';
import { sentencesOf } from '../faults.js';

/** A stored change, with the mark of the gesture that made it. */
export interface StoredChange {
  readonly revision: number;
  readonly mark: string | null;
  readonly edits: readonly FlowEdit[] | null;
}

/** What the server answers to a gesture. */
export type Answer = Pick<EditFlowMutation['editFlow'], 'conflicts' | 'userErrors'>;

/** What people did with a bot, and what became of it. */
export interface Account {
  /** Notes the gestures that a page keeps until they are stored: every gesture is kept from when it is made. */
  note(kept: readonly Gesture[]): void;
  /** Notes what the server answered to the gesture with a mark, which a person made. */
  noteAnswer(answer: Answer, by: { readonly mark: string; readonly name: string }): void;
  /** A word that nobody wrote before, as part of a block, group or note. */
  newWord(partId: string): string;
  /** The revision up to which changes are accounted for. */
  revision(): number;
  /**
   * Accounts for what was done since the last time, with the stored changes since, the oldest first, while no gesture waits. Returns what
   * is wrong.
   */
  settle(stored: Stored, changes: readonly StoredChange[]): readonly string[];
  readonly figures: {
    words: number;
    gestures: number;
    stored: number;
    /** Gestures on parts that somebody had deleted. */
    dropped: number;
    /** Undos and redos that the server did not store, since it knew what somebody else had changed of them. */
    kept: number;
  };
}

/** Begins with the stored flow. */
export function openAccount(begun: Stored): Account {
  const figures = { words: 0, gestures: 0, stored: 0, dropped: 0, kept: 0 };
  let now = begun;
  let made = new Map<string, Gesture>();
  let words = new Map<string, string>();
  /** The marks of the gestures that the server refused for what somebody else did. */
  const clashed = new Set<string>();

  /** Whether there is a reason why a gesture is not stored; what it would have made is not there either. */
  const isExcused = (gesture: Gesture, { gone, states }: Replayed): boolean => {
    if (clashed.has(gesture.mark)) figures.kept += 1;
    else if (isOfNothing(gesture, { gone, states })) figures.dropped += 1;
    else return false;
    for (const id of idsIn(gesture.edits)) gone.add(id);
    return true;
  };

  return {
    figures,
    note(kept) {
      for (const gesture of kept) made.set(gesture.mark, gesture);
    },
    noteAnswer({ conflicts, userErrors }, { mark, name }) {
      const isOfOthers = conflicts?.some(({ by }) => by.author?.name !== name) ?? false;
      if (userErrors.length > 0 && isOfOthers) clashed.add(mark);
    },
    newWord(partId) {
      figures.words += 1;
      const word = `word${String(figures.words).padStart(5, '0')}`;
      words.set(word, partId);
      return word;
    },
    revision: () => now.revision,
    settle(stored, changes) {
      const replayed = replay(now, changes);
      const { gone } = replayed;
      const flow = replayed.states.at(-1)?.flow;
      const marks = changes.flatMap(({ mark }) => mark ?? []);
      const known = new Set(marks);
      const lost = [...made.values()].filter(
        (gesture) => !known.has(gesture.mark) && !isExcused(gesture, replayed),
      );
      const text = JSON.stringify([...made.values()]);
      const untold = [...words].filter(([word, id]) => !text.includes(word) && !gone.has(id));
      const missing = stored.revision - now.revision - changes.length;
      figures.gestures += made.size;
      figures.stored += marks.length;
      now = stored;
      made = new Map();
      words = new Map();
      return sentencesOf([
        [missing, 'changes are not in the history'],
        [isDeepStrictEqual(flow, stored.flow) ? 0 : 1, 'stored draft is not what its changes make'],
        [marks.length - known.size, 'gestures were stored twice'],
        [lost.length, `gestures were lost: ${JSON.stringify(lost)}`],
        [untold.length, `typed words became no gesture: ${untold.map(([word]) => word).join()}`],
      ]);
    },
  };
}

/** What changes made of a flow. */
interface Replayed {
  /** The flow before the changes, and after each of them. */
  readonly states: readonly Stored[];
  /** The ids of the parts that were removed. */
  readonly gone: Set<string>;
}

function replay(before: Stored, changes: readonly StoredChange[]): Replayed {
  const gone = new Set<string>();
  const states = [before];
  let [flow, ids] = [before.flow, idsIn(before.flow)];
  for (const { edits, revision } of changes) {
    flow = applyEdits(flow, edits ?? []).flow;
    states.push({ flow, revision });
    const next = idsIn(flow);
    for (const id of ids) if (!next.has(id)) gone.add(id);
    ids = next;
  }
  return { states, gone };
}

/** Whether somebody had deleted what a gesture changes: an undo fits the stored flow when it is made, since nothing else waits then. */
function isOfNothing({ edits, way, undoes = 0 }: Gesture, { gone, states }: Replayed): boolean {
  if (way === 'edit') return doShare(namedIn(edits), gone);
  return states.some(({ flow, revision }) => revision >= undoes && !doFit(flow, edits));
}

function doFit(flow: Flow, edits: readonly FlowEdit[]): boolean {
  try {
    applyEdits(flow, edits);
    return true;
  } catch {
    return false;
  }
}

/** The ids of all parts of a document. */
function idsIn(document: unknown): Set<string> {
  return valuesOf(document, /"id":"([^"]+)"/g);
}

/** The ids of the parts that edits name. */
function namedIn(edits: readonly FlowEdit[]): Set<string> {
  return valuesOf(edits, /"(?:id|[a-z]+Id)":"([^"]+)"/g);
}

function valuesOf(document: unknown, pattern: RegExp): Set<string> {
  return new Set([...JSON.stringify(document).matchAll(pattern)].map(([, value]) => value ?? ''));
}

function doShare(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((one) => others.has(one));
}

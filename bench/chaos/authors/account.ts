import { applyEdits, type Flow, type FlowEdit } from '@parley/client';
import { isDeepStrictEqual } from 'node:util';
import type { Gesture, Stored } from '../../../packages/console/src/draft/draftSource.js';
import { sentencesOf } from '../faults.js';

/** A stored change, with the mark of the gesture that made it. */
export interface StoredChange {
  readonly revision: number;
  readonly mark: string | null;
  readonly edits: readonly FlowEdit[] | null;
}

/** What people did with a bot, and what became of it. */
export interface Account {
  /** Notes the gestures that a page keeps until they are stored: every gesture is kept from when it is made. */
  note(kept: readonly Gesture[]): void;
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
    /** Undos and redos of what somebody else had changed. */
    kept: number;
  };
}

/** Begins with the stored flow. */
export function openAccount(begun: Stored): Account {
  const figures = { words: 0, gestures: 0, stored: 0, dropped: 0, kept: 0 };
  const history: { readonly revision: number; readonly mark: string | null; ids: Set<string> }[] =
    [];
  let now = begun;
  let made = new Map<string, Gesture>();
  let words = new Map<string, string>();

  /** Whether others changed a part of what a gesture takes back. */
  const isChangedSince = ({ mark, edits, undoes = 0 }: Gesture): boolean => {
    const ids = namedIn(edits);
    return history.some(
      (one) => one.revision > undoes && one.mark !== mark && doShare(ids, one.ids),
    );
  };
  /** Whether there is a reason why a gesture is not stored; what it would have made is not there either. */
  const isExcused = (gesture: Gesture, gone: Set<string>): boolean => {
    const isOfNothing = doShare(namedIn(gesture.edits), gone);
    if (isOfNothing) figures.dropped += 1;
    else if (gesture.way === 'edit' || !isChangedSince(gesture)) return false;
    else figures.kept += 1;
    for (const id of idsIn(gesture.edits)) gone.add(id);
    return true;
  };

  return {
    figures,
    note(kept) {
      for (const gesture of kept) made.set(gesture.mark, gesture);
    },
    newWord(partId) {
      figures.words += 1;
      const word = `word${String(figures.words).padStart(5, '0')}`;
      words.set(word, partId);
      return word;
    },
    revision: () => now.revision,
    settle(stored, changes) {
      const { flow, gone } = replay(now.flow, changes);
      const marks = changes.flatMap(({ mark }) => mark ?? []);
      for (const { edits, ...change } of changes)
        history.push({ ...change, ids: namedIn(edits ?? []) });
      const known = new Set(marks);
      const lost = [...made.values()].filter(
        (gesture) => !known.has(gesture.mark) && !isExcused(gesture, gone),
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

/** The flow after changes, and the ids that were removed on the way. */
function replay(flow: Flow, changes: readonly StoredChange[]) {
  const gone = new Set<string>();
  let [now, ids] = [flow, idsIn(flow)];
  for (const { edits } of changes) {
    now = applyEdits(now, edits ?? []).flow;
    const next = idsIn(now);
    for (const id of ids) if (!next.has(id)) gone.add(id);
    ids = next;
  }
  return { flow: now, gone };
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

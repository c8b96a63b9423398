import { setTimeout as wait } from 'node:timers/promises';
import { applyEdits, EditRefused, type Flow, type FlowEdit, ParleyError } from '@parley/client';
import { atOnce } from '../../src/engine/documents/atOnce.js';
import { editConflicts, type EarlierWrite } from '../../src/engine/edits/editConflicts.js';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { Draft } from '../../packages/console/src/draft/draft.js';
import type { Change, Gesture, OwnChange } from '../../packages/console/src/draft/draftSource.js';
import { until } from './until.js';

/** A group without blocks. */
export const group = (id: string, title = id) => ({ id, title, blocks: [] });
/** The edit that renames a group. */
export const rename = (groupId: string, title: string): FlowEdit => ({
  renameGroup: { groupId, title },
});
const empty = { events: [], edges: [], variables: [], theme: {}, settings: {} };
/** A flow with two groups. */
export const start: Flow = { ...empty, groups: [group('a'), group('b')] };

/** A server in memory: changes in one order, answers that may be lost before or after the change. */
export function serverOf(flow: Flow) {
  let stored = { flow, revision: 1 };
  const changes: Change[] = [];
  const own: OwnChange[] = [];
  const writes: (EarlierWrite & { readonly revision: number })[] = [];
  const lose: ('request' | 'answer')[] = [];
  /** `isLong`: changes are reported without their edits. `isStale`: whether the next gesture comes with too old a revision. */
  const network = {
    isDown: false,
    isLong: false,
    isStale: false,
    isSignedOut: false,
    isSilent: false,
  };
  const store = (edits: readonly FlowEdit[], { mark, undoes }: Partial<Stored> = {}) => {
    const revision = stored.revision + 1;
    const { flow: next, inverse } = applyEdits(stored.flow, edits);
    stored = { flow: next, revision };
    const told = network.isLong ? null : edits;
    changes.push({ revision, edits: told, mark: mark ?? null, author: 'Bo' });
    // The flows of both sides are the same documents, and so are the edits.
    writes.unshift({
      revision,
      inverse: inverse as EarlierWrite['inverse'],
      isOwn: mark !== undefined,
    });
    if (mark !== undefined) own.unshift({ revision, mark, inverse, undoes: undoes ?? null });
    return { revision, inverse };
  };
  const check = () => {
    if (network.isSignedOut) throw failure('UNAUTHENTICATED', false);
    if (network.isDown) throw failure('CONNECTION_LOST', true);
  };
  /** What others did since the change that is undone. */
  const conflictsOf = (edits: readonly FlowEdit[], { undoes, isForced }: Partial<Gesture>) => {
    if (undoes === undefined || isForced === true) return [];
    const flows = [stored.flow, applyEdits(stored.flow, edits).flow] as const;
    const since = writes.filter(({ revision }) => revision > undoes);
    const found = atOnce(
      editConflicts(flows as unknown as readonly [FlowDefinition, FlowDefinition], since),
    );
    return found.map(({ change: { kind, id, name, groupId, before, after } }) => ({
      author: 'Bo',
      change: {
        ...{ kind, partId: id ?? null, groupId: groupId ?? null, name: name ?? null },
        ...{ before, after },
      },
    }));
  };
  const source = {
    async load() {
      check();
      return stored;
    },
    async own() {
      check();
      return [...own];
    },
    async others() {
      check();
      return changes.filter(({ mark }) => mark === null).toReversed();
    },
    async send({ edits, ...gesture }: Gesture) {
      await wait(1);
      check();
      const lost = lose.shift();
      if (lost === 'request') throw failure('CONNECTION_LOST', true);
      if (network.isStale) {
        network.isStale = false;
        return { revision: 0, isStale: true };
      }
      try {
        const earlier = own.find(({ mark }) => mark === gesture.mark);
        const theirs = earlier ? [] : conflictsOf(edits, gesture);
        if (theirs.length > 0) return { revision: 0, theirs };
        const { revision, inverse } = earlier ?? store(edits, gesture);
        if (lost === 'answer') throw failure('CONNECTION_LOST', true);
        return { revision, ...(inverse && { inverse }) };
      } catch (error) {
        if (error instanceof EditRefused) return { revision: 0, refusal: error.message };
        throw error;
      }
    },
    async *watch(after: number, signal: AbortSignal) {
      for (let at = after; !signal.aborted; await wait(1)) {
        if (network.isSignedOut) throw failure('UNAUTHENTICATED', false);
        if (network.isSilent) continue;
        for (const change of changes.filter(({ revision }) => revision > at)) {
          at = change.revision;
          yield change;
        }
      }
    },
  };
  return { source, store, lose, network, stored: () => stored };
}

/** What a stored gesture of a person has besides its edits. */
type Stored = Pick<Gesture, 'mark' | 'undoes'>;

const failure = (reason: string, isPassing: boolean) =>
  new ParleyError({ reason, message: reason, isPassing });

/** The drafts of a test, which end with it. */
const opened: Draft[] = [];

/** Ends the drafts of a test; each file that opens some calls it after each. */
export function closeDrafts(): void {
  for (const draft of opened.splice(0)) draft.close();
}

let windows = 0;

/** Opens the draft as a window does, which takes over gestures of an earlier one. */
export function openDraft(
  server: ReturnType<typeof serverOf>,
  unsent: readonly Gesture[] = [],
  more: Partial<ConstructorParameters<typeof Draft>[0]> = {},
) {
  let [kept, count] = [unsent, 0];
  const windowId = ++windows;
  const draft = new Draft({
    source: server.source,
    stored: server.stored(),
    newMark: () => `m${windowId}-${++count}`,
    keep: (now) => (kept = now),
    retryAfter: 1,
    ...more,
  });
  draft.adopt(unsent);
  opened.push(draft);
  return { draft, kept: () => kept };
}

/** Whether nothing of a draft waits. */
export const isSaved = (draft: Draft) => () => draft.state().status === 'saved';

/** Waits until nothing of a draft waits, and it can be undone or redone if that is asked for. */
export const saved = async (draft: Draft, way?: 'canUndo' | 'canRedo') =>
  until(() => isSaved(draft)() && (way === undefined || draft.state()[way]));

/** The titles of the groups that the server has stored. */
export const storedBy = (server: ReturnType<typeof serverOf>) => titles(server.stored().flow);

/** The titles of the groups of a flow. */
export const titles = ({ groups }: Flow) => groups.map(({ title }) => title);

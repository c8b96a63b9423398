import { without } from '../documents/rewrite.js';
import { diffFlows } from '../flow/diff/diffFlows.js';
import type { FlowChange } from '../flow/diff/flowChange.js';
import type { FlowDefinition } from '../flow/flow.js';
import { notesOf } from '../flow/notesOf.js';
import { editSteps } from './applyEdits.js';
import type { FlowEdit } from './flowEdit.js';

/** An earlier write to a flow: its inverse edits, and whether the same writer made it. */
export interface EarlierWrite {
  readonly inverse: readonly FlowEdit[];
  readonly isOwn: boolean;
}

/** A part that others changed, and that a writer overwrote who did not know their change. */
export interface EditConflict<W> {
  /** The change of the others. */
  readonly change: FlowChange;
  /** The part before that change, and after it; a group without its blocks. Null: the part did not exist. */
  readonly before: unknown;
  readonly after: unknown;
  /** The newest write with that change. */
  readonly by: W;
}

/**
 * Finds the changes in `theirs` that `mine` overwrites. `theirs` is the flow after `writes`, newest first; the writer
 * of `mine` knew the flow only before them. Titles, positions and contents are compared separately, contents member
 * by member, so that only lost changes are reported. Runs in steps.
 */
export function* editConflicts<W extends EarlierWrite>(
  [theirs, mine]: readonly [theirs: FlowDefinition, mine: FlowDefinition],
  writes: readonly W[],
): Generator<undefined, EditConflict<W>[]> {
  const overwriting = byId(yield* diffFlows(theirs, mine));
  const ids = new Set(overwriting.keys());
  const steps: { by: W; changes: Changes }[] = [];
  let flow = theirs;
  for (const by of writes) {
    const { flow: before } = yield* editSteps(flow, by.inverse);
    if (!by.isOwn)
      steps.push({ by, changes: byId(yield* diffFlows(only(before, ids), only(flow, ids))) });
    flow = before;
  }
  const changes = yield* diffFlows(only(flow, ids), only(theirs, ids));
  return changes.flatMap((change) => {
    if (!isIn(overwriting, change)) return [];
    const step = steps.find((one) => isIn(one.changes, change));
    if (!step) return [];
    return [{ change, before: partIn(flow, change), after: partIn(theirs, change), by: step.by }];
  });
}

/** Changes by the id of their part; the theme and the settings have none. */
type Changes = ReadonlyMap<string | undefined, readonly FlowChange[]>;

function byId(changes: readonly FlowChange[]): Changes {
  const found = new Map<string | undefined, FlowChange[]>();
  for (const change of changes) {
    const known = found.get(change.id);
    if (known) known.push(change);
    else found.set(change.id, [change]);
  }
  return found;
}

/** The parts with these ids, and whole groups, because blocks are moved among others. */
function only(flow: FlowDefinition, ids: ReadonlySet<string | undefined>): FlowDefinition {
  const isNamed = ({ id }: { readonly id: string }): boolean => ids.has(id);
  return {
    ...flow,
    // Only for the comparison, so the start may be missing.
    events: flow.events.filter(isNamed) as unknown as FlowDefinition['events'],
    groups: flow.groups.filter((group) => isNamed(group) || group.blocks.some(isNamed)),
    edges: flow.edges.filter(isNamed),
    variables: flow.variables.filter(isNamed),
    notes: notesOf(flow).filter(isNamed),
  };
}

function isIn(changes: Changes, change: FlowChange): boolean {
  return (changes.get(change.id) ?? []).some((one) => isSame(one, change));
}

/** Whether two changes affect the same thing: one of them the whole part, or both the same member. */
function isSame(one: FlowChange, other: FlowChange): boolean {
  if (partOf(one) !== partOf(other)) return false;
  if (isWhole(one) || isWhole(other)) return true;
  const [paths, others] = [pathsOf(one), pathsOf(other)];
  return paths.some((path) => others.some((another) => isWithin(path, another)));
}

/** The word that begins the kind of a change: the part it is of. */
function partOf({ kind }: FlowChange): string {
  return kind === 'TEXT_CHANGED' ? 'BLOCK' : kind.slice(0, kind.indexOf('_'));
}

function isWhole({ kind }: FlowChange): boolean {
  return kind.endsWith('_ADDED') || kind.endsWith('_REMOVED');
}

/** The paths of the members that changed. A new `outgoingEdgeId` counts as a change of the edges. */
function pathsOf({ kind, paths = [kind] }: FlowChange): readonly string[] {
  if (kind === 'TEXT_CHANGED') return ['content'];
  return paths.filter((path) => !/(?:^|\.)outgoingEdgeId$/.test(path));
}

/** Whether one of two paths leads to a member of what the other leads to, or both to the same. */
function isWithin(one: string, other: string): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

function partIn(flow: FlowDefinition, change: FlowChange): unknown {
  const { events, groups, edges, variables, theme, settings, translations } = flow;
  const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    EVENT: events,
    GROUP: groups,
    BLOCK: groups.flatMap(({ blocks }) => blocks),
    EDGE: edges,
    VARIABLE: variables,
    NOTE: notesOf(flow),
  };
  const name = partOf(change);
  const list = lists[name];
  if (!list) return { THEME: theme, TRANSLATIONS: translations ?? {} }[name] ?? settings;
  const part = list.find(({ id }) => id === change.id);
  if (!part) return null;
  return name === 'GROUP' ? without({ ...part }, 'blocks') : part;
}

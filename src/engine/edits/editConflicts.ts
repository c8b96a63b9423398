import { without } from '../documents/rewrite.js';
import { diffFlows } from '../flow/diff/diffFlows.js';
import type { FlowChange } from '../flow/diff/flowChange.js';
import type { FlowDefinition } from '../flow/flow.js';
import { editSteps } from './applyEdits.js';
import type { FlowEdit } from './flowEdit.js';

/** An earlier write to a flow: what undoes it, and whether it is of the same writer. */
export interface EarlierWrite {
  readonly inverse: readonly FlowEdit[];
  readonly isOwn: boolean;
}

/** A part that others changed first, and that was changed again by somebody who had not seen it. */
export interface EditConflict<W> {
  /** What the others did to it. */
  readonly change: FlowChange;
  /** The part before that, and as they left it; a group without its blocks. Null: it was not there. */
  readonly before: unknown;
  readonly after: unknown;
  /** The newest of the writes that did it. */
  readonly by: W;
}

/**
 * What of `theirs`, the flow after some writes, was changed again in `mine`, although its writer had seen the flow only before
 * these writes, which come newest first. Titles, positions and contents are parts of their own, contents member by member, so
 * that only what is lost is named. In steps.
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
    // As little is compared as there is; the start need not be among it.
    events: flow.events.filter(isNamed) as unknown as FlowDefinition['events'],
    groups: flow.groups.filter((group) => isNamed(group) || group.blocks.some(isNamed)),
    edges: flow.edges.filter(isNamed),
    variables: flow.variables.filter(isNamed),
  };
}

function isIn(changes: Changes, change: FlowChange): boolean {
  return (changes.get(change.id) ?? []).some((one) => isSame(one, change));
}

/** Whether two changes are to the same: one of them to the whole part, or both to the same member of it. */
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

/** The members that a change is to. That a part names another edge is a change of the edges. */
function pathsOf({ kind, paths = [kind] }: FlowChange): readonly string[] {
  if (kind === 'TEXT_CHANGED') return ['content'];
  return paths.filter((path) => !/(?:^|\.)outgoingEdgeId$/.test(path));
}

/** Whether one of two paths leads to a member of what the other leads to, or both to the same. */
function isWithin(one: string, other: string): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`);
}

function partIn(
  { events, groups, edges, variables, theme, settings }: FlowDefinition,
  change: FlowChange,
): unknown {
  const lists: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    EVENT: events,
    GROUP: groups,
    BLOCK: groups.flatMap(({ blocks }) => blocks),
    EDGE: edges,
    VARIABLE: variables,
  };
  const name = partOf(change);
  const list = lists[name];
  if (!list) return name === 'THEME' ? theme : settings;
  const part = list.find(({ id }) => id === change.id);
  if (!part) return null;
  return name === 'GROUP' ? without({ ...part }, 'blocks') : part;
}

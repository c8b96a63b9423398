import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import type { FlowDefinition } from '../flow/flow.js';
import { andThen, EditRefused, type Edited } from './edited.js';
import type { FlowEdit, FlowEdits, FlowParts } from './flowEdit.js';
import { undoBlock } from './itemEdits.js';
import { assertUnique, findIndex, indexOf, placeOfBlock } from './places.js';
import { put } from './putPart.js';

/** Adds an edge between parts that are there; it replaces the one that begins at the same place. */
export function connect(flow: FlowDefinition, { edge, index }: FlowEdits['connect']): Edited {
  const { id, to } = edge;
  if (findIndex(flow.edges, { what: 'edge', id, path: ['edge', 'id'] }) !== undefined)
    throw new EditRefused(['edge', 'id'], `There is an edge "${id}" already`);
  indexOf(flow.groups, { what: 'group', id: to.groupId, path: ['edge', 'to', 'groupId'] });
  if (to.blockId !== undefined) placeOfBlock(flow, to.blockId, ['edge', 'to', 'blockId']);
  const taken = flow.edges.filter(({ from }) => isSameSource(from, edge.from));
  const freed = withoutEdges(flow, taken);
  const named = andThen(freed, (next) => nameAtSource(next, edge));
  return andThen(named, (next) => put(next, { part: 'edge', value: edge, index }));
}

/** Removes an edge; what named it as its own no longer does. */
export function disconnect(flow: FlowDefinition, { edgeId }: FlowEdits['disconnect']): Edited {
  indexOf(flow.edges, { what: 'edge', id: edgeId, path: ['edgeId'] });
  return withoutEdges(flow, [{ id: edgeId }]);
}

/** Removes edges; events, blocks, items and paths that named one of them no longer do. */
export function withoutEdges(
  flow: FlowDefinition,
  taken: readonly { readonly id: string }[],
): Edited {
  if (taken.length === 0) return { flow, inverse: [] };
  const ids = new Set(taken.map(({ id }) => id));
  const removed = flow.edges.flatMap((edge, index) =>
    ids.has(edge.id) ? [{ put: { part: 'edge', value: edge, index } } as const] : [],
  );
  if (removed.length !== ids.size)
    throw new EditRefused([], 'Several of the edges have one id; give all but one a new id first');
  const forgotten = withoutNames(flow, ids);
  const edges = flow.edges.filter(({ id }) => !ids.has(id));
  return { flow: { ...forgotten.flow, edges }, inverse: [...removed, ...forgotten.inverse] };
}

/** The flow whose events and blocks no longer name these edges. In one pass: many may name one that is removed. */
function withoutNames(flow: FlowDefinition, ids: ReadonlySet<string>): Edited {
  const changed: Record<'event' | 'block', { readonly id: string }[]> = { event: [], block: [] };
  const inverse: FlowEdit[] = [];
  const forget = <P extends 'event' | 'block'>(
    part: P,
    value: FlowParts[P],
    undo: (before: FlowParts[P], after: FlowParts[P]) => readonly FlowEdit[],
  ): FlowParts[P] => {
    const after = forgetting(value, ids);
    if (after === value) return value;
    changed[part].push(value);
    inverse.push(...undo(value, after));
    return after;
  };
  const groups = flow.groups.map((group) => {
    const blocks = group.blocks.map((block) => forget('block', block, undoBlock));
    return blocks.some((block, index) => block !== group.blocks[index])
      ? { ...group, blocks }
      : group;
  });
  // As many events as before, each of its kind.
  const events = flow.events.map((event) =>
    forget('event', event, undoEvent),
  ) as FlowDefinition['events'];
  const blocks = flow.groups.flatMap((group) => group.blocks);
  assertUnique(blocks, changed.block, { what: 'block', path: [] });
  assertUnique(flow.events, changed.event, { what: 'event', path: [] });
  return { flow: { ...flow, events, groups }, inverse };
}

function undoEvent(value: FlowParts['event']): FlowEdit[] {
  return [{ put: { part: 'event', value } }];
}

/** A part without the names of these edges, in itself, its items and their paths; the same where there are none. */
function forgetting<T extends JsonRecord>(part: T, ids: ReadonlySet<string>): T {
  const { outgoingEdgeId, ...rest } = part;
  const isNamed = typeof outgoingEdgeId === 'string' && ids.has(outgoingEdgeId);
  let next: JsonRecord = isNamed ? rest : part;
  for (const name of ['items', 'paths']) {
    const inner = next[name];
    if (!Array.isArray(inner)) continue;
    const parts: readonly unknown[] = inner;
    const changed = parts.map((one) => (isJsonRecord(one) ? forgetting(one, ids) : one));
    if (changed.some((one, index) => one !== parts[index])) next = { ...next, [name]: changed };
  }
  // Only optional members were removed.
  return next as T;
}

type Edge = FlowEdits['connect']['edge'];

/** The ids of the place where an edge begins. */
interface Source {
  readonly eventId?: unknown;
  readonly blockId?: unknown;
  readonly itemId?: unknown;
  readonly pathId?: unknown;
}

function isSameSource(one: Source, other: Source): boolean {
  return (
    one.blockId === other.blockId &&
    one.itemId === other.itemId &&
    one.pathId === other.pathId &&
    one.eventId === other.eventId
  );
}

/** Makes the event, block, item or path where an edge begins name it. */
function nameAtSource(flow: FlowDefinition, { id, from }: Edge): Edited {
  const { eventId, blockId, itemId, pathId }: Source = from;
  if (typeof eventId === 'string') {
    const event = flow.events.find((one) => one.id === eventId);
    if (!event) throw new EditRefused(FROM, `There is no event "${eventId}"`);
    return put(flow, { part: 'event', value: { ...event, outgoingEdgeId: id } });
  }
  const { block } = placeOfBlock(flow, String(blockId), FROM);
  const within = Object.entries({ items: itemId, paths: pathId }).filter(
    ([, one]) => one !== undefined,
  );
  const value = naming(block, within, id);
  return { flow: put(flow, { part: 'block', value }).flow, inverse: undoBlock(block, value) };
}

const FROM = ['edge', 'from'] as const;

/** A part with an edge as its own; or one of its items, or one of the paths of that. */
function naming<T extends JsonRecord>(
  part: T,
  [inner, ...deeper]: readonly (readonly [list: string, id: unknown])[],
  edgeId: string,
): T {
  if (!inner) return { ...part, outgoingEdgeId: edgeId };
  const [name, id] = inner;
  const list: readonly unknown[] = Array.isArray(part[name]) ? part[name] : [];
  const index = list.findIndex((one) => isJsonRecord(one) && one['id'] === id);
  const found = list[index];
  if (!isJsonRecord(found))
    throw new EditRefused(FROM, `There is no "${String(id)}" in its ${name}`);
  return { ...part, [name]: list.with(index, naming(found, deeper, edgeId)) };
}

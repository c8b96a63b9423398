import {
  BLOCK_CALLS,
  type PackedChange,
  type PackedEdge,
  type PackedEntry,
  type PackedPlace,
  type PackedVisit,
} from './packedEntry.js';
import type { StateChange } from './stateChange.js';
import { WAYS, type BlockVisited, type EdgeTaken, type TraceEntry } from './traceEntry.js';

/** The entries of a stored trace; those that were stored as they are stay so. */
export function unpackTrace(packed: readonly PackedEntry[]): TraceEntry[] {
  let at = 0;
  let next: Place = { groupId: '' };
  return packed.map((stored) => {
    const entry = unpackEntry(stored, { at, next });
    at = entry.at;
    if (entry.kind === 'block') next = entry.to ?? entry;
    return entry;
  });
}

type Place = Pick<BlockVisited, 'groupId' | 'blockId'>;

/** What the entries before say of the next one. */
interface Before {
  readonly at: number;
  readonly next: Place;
}

function unpackEntry(stored: PackedEntry, { at, next }: Before): TraceEntry {
  if (typeof stored === 'number') return { kind: 'began', at: stored };
  if (!isShort(stored)) return stored;
  if (stored[0] !== 'ended') return { ...unpackVisit(stored, next), at };
  const [kind, blocks, characters, work, engineTook, turnTook] = stored;
  return {
    ...{ kind, at, blocks, characters, work },
    ...(engineTook !== null && { engineTook }),
    ...(turnTook !== null && { turnTook }),
  };
}

/** TypeScript cannot tell a read-only list from an object. */
function isShort<T>(stored: T): stored is Extract<T, readonly unknown[]> {
  return Array.isArray(stored);
}

function unpackVisit(
  [call, way, at, edges, to, changes, details]: PackedVisit,
  next: Place,
): BlockVisited & Pick<TraceEntry, 'changes'> {
  const { groupId, blockId } = at === 0 ? next : placeOf(at);
  const place = { groupId, ...(blockId !== undefined && { blockId }) };
  return {
    ...{ kind: 'block', ...place, call: known(BLOCK_CALLS, call), way: known(WAYS, way) },
    ...(edges !== 0 && { edges: edges.map((edge) => edgeOf(edge, place)) }),
    ...(to !== 0 && { to: placeOf(to) }),
    ...(changes !== 0 && { changes: changesOf(changes, place) }),
    ...details,
  };
}

function known<T>(list: readonly T[], place: number): T {
  return list[place] as T; // `packTrace` stores places of this list.
}

function placeOf([groupId, blockId]: PackedPlace): Place {
  return { groupId, ...(blockId !== undefined && { blockId }) };
}

function edgeOf(edge: PackedEdge, { blockId }: Place): EdgeTaken {
  const from = blockId !== undefined && { blockId };
  if (typeof edge === 'string') return { id: edge, ...from };
  if (!isShort(edge)) return edge;
  const [id, itemId] = edge;
  return { id, ...from, itemId };
}

function changesOf(packed: readonly PackedChange[], place: Place): StateChange[] {
  const changes: StateChange[] = [];
  for (const change of packed) changes.push(changeOf(change, changes.at(-1), place));
  return changes;
}

function changeOf(
  packed: PackedChange,
  before: StateChange | undefined,
  place: Place,
): StateChange {
  if (typeof packed === 'number') return { change: 'member', member: 'answered', to: packed };
  if (packed === true) return answerOf(before as Written); // `packTrace` stores it after a variable.
  if (!isShort(packed)) return packed;
  if (packed.length === 1)
    return { change: 'member', member: 'at', to: { ...place, ...packed[0] } };
  if (packed.length === 2) return { change: 'answer', depth: 0, key: packed[0], to: packed[1] };
  const [id, name, to, from = null] = packed;
  return { change: 'variable', depth: 0, id, name, from, to };
}

type Written = Extract<StateChange, { change: 'variable' }> & { readonly to: string };

/** An answer that the variable of its name holds as well. */
function answerOf({ name: key, to }: Written): StateChange {
  return { change: 'answer', depth: 0, key, to };
}

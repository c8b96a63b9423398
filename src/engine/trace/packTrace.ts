import type { Rest } from '../interpreter/session.js';
import {
  BLOCK_CALLS,
  type PackedChange,
  type PackedEdge,
  type PackedEnd,
  type PackedEntry,
  type PackedPlace,
  type PackedVisit,
  type VisitDetails,
} from './packedEntry.js';
import type { StateChange } from './stateChange.js';
import {
  WAYS,
  type BlockVisited,
  type EdgeTaken,
  type TraceEntry,
  type TurnEnded,
} from './traceEntry.js';

/** A trace as short JSON text, for the store; `unpackTrace` gives the entries back. */
export function packTrace(entries: readonly TraceEntry[]): string {
  let clock: number | undefined;
  let next: Place | undefined;
  const packed: PackedEntry[] = [];
  for (const entry of entries) {
    packed.push(packEntry(entry, { clock, next }));
    clock = entry.at;
    if (entry.kind === 'block') next = entry.to ?? entry;
  }
  return JSON.stringify(packed);
}

/** A group, and a block where the flow has it. */
type Place = Pick<BlockVisited, 'groupId' | 'blockId'>;

/** What the entries before say of the next one. */
interface Before {
  readonly clock: number | undefined;
  readonly next: Place | undefined;
}

function packEntry(entry: TraceEntry, { clock, next }: Before): PackedEntry {
  if (entry.kind === 'began' && !entry.changes) return entry.at;
  if (entry.at !== clock) return entry;
  if (entry.kind === 'block') return packVisit(entry, next);
  return entry.kind === 'ended' && !entry.changes ? packEnd(entry) : entry;
}

function packVisit(entry: TraceEntry & BlockVisited, next: Place | undefined): PackedVisit {
  const { groupId, blockId, call, way, edges, to, changes } = entry;
  const isNext = groupId === next?.groupId && blockId === next.blockId;
  const visit = [
    BLOCK_CALLS.indexOf(call),
    WAYS.indexOf(way),
    isNext ? 0 : packPlace(entry),
    edges ? edges.map((edge) => packEdge(edge, blockId)) : 0,
    to ? packPlace(to) : 0,
    changes ? packChanges(changes, entry) : 0,
  ] as const;
  const details = detailsOf(entry);
  return Object.keys(details).length > 0 ? [...visit, details] : visit;
}

function detailsOf({ bot, logs, conditions }: BlockVisited): VisitDetails {
  return { ...(bot && { bot }), ...(logs && { logs }), ...(conditions && { conditions }) };
}

function packPlace({ groupId, blockId }: Place): PackedPlace {
  return blockId === undefined ? [groupId] : [groupId, blockId];
}

function packEdge(edge: EdgeTaken, blockId: string | undefined): PackedEdge {
  const { id, itemId, eventId } = edge;
  if (eventId !== undefined || edge.blockId !== blockId) return edge;
  return itemId === undefined ? id : [id, itemId];
}

function packChanges(changes: readonly StateChange[], place: Place): PackedChange[] {
  return changes.map((change, index) => {
    if (change.change === 'variable') return packVariable(change);
    if (change.change === 'answer') return packAnswer(change, changes[index - 1]);
    return change.change === 'member' ? packMember(change, place) : change;
  });
}

type ChangeOf<C extends StateChange['change']> = Extract<StateChange, { change: C }>;

function packVariable(change: ChangeOf<'variable'>): PackedChange {
  const { depth, id, name, from, to, isSessionVariable } = change;
  if (depth > 0 || isSessionVariable) return change;
  return from === null ? [id, name, to] : [id, name, to, from];
}

function packAnswer(change: ChangeOf<'answer'>, before: StateChange | undefined): PackedChange {
  const { depth, key, to } = change;
  if (depth > 0) return change;
  const isWritten = before?.change === 'variable' && before.name === key && before.to === to;
  return isWritten ? true : [key, to];
}

function packMember(change: ChangeOf<'member'>, { groupId, blockId }: Place): PackedChange {
  const { member, to } = change;
  if (member === 'answered' && typeof to === 'number') return to;
  if (member !== 'at' || to === null) return change;
  const { groupId: group, blockId: block, ...rest } = to as Rest; // The type of this member.
  return group === groupId && block === blockId ? [rest] : change;
}

function packEnd(entry: TraceEntry & TurnEnded): PackedEnd {
  const { blocks, characters, work, engineTook = null, turnTook = null } = entry;
  return ['ended', blocks, characters, work, engineTook, turnTook];
}

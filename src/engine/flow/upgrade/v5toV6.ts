import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { changed, eachBlock, eachOf, without } from '../../documents/rewrite.js';
import type { Prepared } from '../../documents/sentDocument.js';
import { v6Block } from './v6Block.js';

/**
 * Versions 4 and 5 to 6: the start block becomes the start event, and members that only those versions have are
 * dropped. A part of a bot without groups has no start to convert and only loses those members; an empty list of groups
 * is an empty flow, whose start leads nowhere.
 */
export function v5toV6(flow: JsonRecord): Prepared {
  const clean = changed(without(flow, 'events'), 'edges', eachOf(v6Edge));
  if (!Array.isArray(clean['groups'])) return { ok: true, record: clean };
  if (clean['groups'].length === 0)
    return { ok: true, record: { ...clean, events: [EMPTY_START] } };
  const start = findStart(clean['groups']);
  if (!start) return { ok: false, issues: [{ path: ['groups'], message: NO_START }] };
  const converted = eachBlock({ ...clean, groups: clean['groups'].flatMap(v6Group) }, v6Block);
  const record = changed(converted, 'edges', (edges) => startEdgeFirst(edges, start));
  return { ok: true, record: { ...record, events: [startEvent(start)] } };
}

const EMPTY_START = { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } };

const NO_START =
  'no group holds a block of type "start", so a flow of version 5 or older has no beginning';

/** The start of a flow of version 5 or older: its first start block, and the group that holds it. */
export interface Start {
  readonly group: JsonRecord;
  readonly block: JsonRecord;
}

/** The start of a flow of version 5 or older; undefined when there is none. */
export function findStart(groups: readonly unknown[]): Start | undefined {
  for (const group of groups.filter(isJsonRecord)) {
    const block = blocksOf(group).find(isStart);
    if (isJsonRecord(block)) return { group, block };
  }
  return undefined;
}

/** The event takes the id of the group that held the start block; the original does the same. */
function startEvent({ group, block }: Start): JsonRecord {
  const { id, graphCoordinates } = group;
  const event = { id, type: 'start', graphCoordinates };
  return 'outgoingEdgeId' in block ? { ...event, outgoingEdgeId: block['outgoingEdgeId'] } : event;
}

/** A group whose only block is the start is removed; one without a list of blocks stays, to be refused by the check. */
function v6Group(group: unknown): unknown[] {
  if (!isJsonRecord(group) || !Array.isArray(group['blocks'])) return [group];
  const blocks = group['blocks'].filter((block) => !isStart(block));
  return blocks.length > 0 ? [{ ...group, blocks }] : [];
}

function v6Edge(edge: JsonRecord): JsonRecord {
  return changed(edge, 'from', (from) => (isJsonRecord(from) ? without(from, 'groupId') : from));
}

function startEdgeFirst(edges: unknown, { group, block }: Start): unknown {
  if (!Array.isArray(edges)) return edges;
  const all: readonly unknown[] = edges;
  const fromStart = all.filter(isJsonRecord).find(({ id }) => id === block['outgoingEdgeId']);
  if (!fromStart) return edges;
  const first = { ...fromStart, from: { eventId: group['id'] } };
  return [first, ...all.filter((edge) => edge !== fromStart)];
}

function blocksOf(group: JsonRecord): readonly unknown[] {
  return Array.isArray(group['blocks']) ? group['blocks'] : [];
}

function isStart(block: unknown): boolean {
  return isJsonRecord(block) && block['type'] === 'start';
}

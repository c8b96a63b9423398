import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import {
  changed,
  each,
  eachBlock,
  eachOf,
  type Rewrite,
  without,
} from '../../documents/rewrite.js';
import type { Prepared } from '../../documents/sentDocument.js';
import { isHttpRequest } from './isHttpRequest.js';

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

/**
 * A block of version 5 as version 6 writes it: without members that only older versions have, and with their implicit
 * defaults written out.
 */
function v6Block(block: JsonRecord): JsonRecord {
  const clean = changed(without(block, 'groupId', 'webhookId'), 'items', eachOf(v6ItemOf(block)));
  if (isHttpRequest(clean)) return changed(clean, 'options', each(withoutRequestId));
  switch (clean['type']) {
    case 'Bot link':
      return withMergedResults(clean);
    case 'Google Sheets':
      return changed(clean, 'options', each(withFilter));
    default:
      return clean;
  }
}

/** The kinds whose items have the id of their block in version 5, which clients read. */
const WITH_BLOCK_ID: readonly unknown[] = ['choice input', 'picture choice input'];

/** Items of version 5 carry the id of their block and a number for their kind. */
function v6ItemOf({ type }: JsonRecord): Rewrite {
  const isKept = WITH_BLOCK_ID.includes(type);
  return (item) => {
    const owned = isKept ? item : without(item, 'blockId');
    return typeof owned['type'] === 'number' ? without(owned, 'type') : owned;
  };
}

function withoutRequestId(options: JsonRecord): JsonRecord {
  return changed(
    options,
    'webhook',
    each((webhook) => without(webhook, 'id')),
  );
}

/** Without the member results were merged up to version 5; since version 6 they are not. */
function withMergedResults(block: JsonRecord): JsonRecord {
  const options = isJsonRecord(block['options']) ? block['options'] : {};
  return { ...block, options: { ...options, mergeResults: options['mergeResults'] ?? true } };
}

/** The row to look for was one cell in version 5 and is a filter in version 6. */
function withFilter(options: JsonRecord): JsonRecord {
  const cell = options['referenceCell'];
  const clean = without(options, 'referenceCell');
  const looksUp = ['Get data from sheet', 'Update a row'].includes(String(options['action']));
  if (!isJsonRecord(cell) || !looksUp || isJsonRecord(options['filter'])) return clean;
  return { ...clean, filter: { comparisons: [{ ...cell, comparisonOperator: 'Equal to' }] } };
}

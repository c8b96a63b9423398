import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { changed, each, eachOf, without, type Rewrite } from '../../documents/rewrite.js';
import { isHttpRequest } from './isHttpRequest.js';

/**
 * A block of version 5 as version 6 writes it: without members that only older versions have, and with their implicit
 * defaults written out.
 */
export function v6Block(block: JsonRecord): JsonRecord {
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

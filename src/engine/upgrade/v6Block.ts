import { isJsonRecord, type JsonRecord } from '../jsonRecord.js';
import { changed, each, eachOf, without } from '../rewrite.js';
import { isHttpRequest } from './isHttpRequest.js';

/**
 * A block of version 5 as version 6 writes it: without what only older versions knew, and with what they meant by
 * saying nothing (data-model §6.1, §6.3).
 */
export function v6Block(block: JsonRecord): JsonRecord {
  const clean = changed(without(block, 'groupId', 'webhookId'), 'items', eachOf(v6Item));
  if (isHttpRequest(clean)) return changed(clean, 'options', each(withoutRequestId));
  switch (clean['type']) {
    case 'Bot link':
      return withMergedResults(clean);
    case 'file input':
      return changed(
        clean,
        'options',
        each((options) => without(options, 'sizeLimit')),
      );
    case 'Google Sheets':
      return changed(clean, 'options', each(withFilter));
    default:
      return clean;
  }
}

/** Old items carry the id of their block and a number for their kind. */
function v6Item(item: JsonRecord): JsonRecord {
  const owned = without(item, 'blockId');
  return typeof owned['type'] === 'number' ? without(owned, 'type') : owned;
}

function withoutRequestId(options: JsonRecord): JsonRecord {
  return changed(
    options,
    'webhook',
    each((webhook) => without(webhook, 'id')),
  );
}

/** Absent meant merging up to version 5 and means not merging since. */
function withMergedResults(block: JsonRecord): JsonRecord {
  const options = isJsonRecord(block['options']) ? block['options'] : {};
  return { ...block, options: { mergeResults: true, ...options } };
}

/** The row to look for was one cell, and is a filter since. */
function withFilter(options: JsonRecord): JsonRecord {
  const cell = options['referenceCell'];
  const clean = without(options, 'referenceCell');
  const looksUp = ['Get data from sheet', 'Update a row'].includes(String(options['action']));
  if (!isJsonRecord(cell) || !looksUp || 'filter' in options) return clean;
  return { ...clean, filter: { comparisons: [{ ...cell, comparisonOperator: 'Equal to' }] } };
}

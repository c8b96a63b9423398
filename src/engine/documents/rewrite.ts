import { isJsonRecord, type JsonRecord } from './jsonRecord.js';

/** Rewrites one JSON object. */
export type Rewrite = (record: JsonRecord) => JsonRecord;

/** The record with the value under `key` replaced, in its place; unchanged when there is none. */
export function changed<R extends JsonRecord>(
  record: R,
  key: string,
  change: (value: unknown) => unknown,
): R {
  return key in record ? { ...record, [key]: change(record[key]) } : record;
}

/** The record without some keys. */
export function without(record: JsonRecord, ...keys: readonly string[]): JsonRecord {
  if (!keys.some((key) => key in record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/** Rewrites a value when it is an object; any other value is reported by the check that follows. */
export function each(rewrite: Rewrite): (value: unknown) => unknown {
  return (value) => (isJsonRecord(value) ? rewrite(value) : value);
}

/** Rewrites every object of a list. */
export function eachOf(rewrite: Rewrite): (value: unknown) => unknown {
  return (value) => (Array.isArray(value) ? value.map(each(rewrite)) : value);
}

/** Rewrites every block of every group of a flow. */
export function eachBlock<F extends JsonRecord>(flow: F, rewrite: Rewrite): F {
  return changed(
    flow,
    'groups',
    eachOf((group) => changed(group, 'blocks', eachOf(rewrite))),
  );
}

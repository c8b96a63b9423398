import { isJsonRecord } from './jsonRecord.js';

/**
 * Where two JSON values differ, as dotted paths in the order of the first one's keys; '' for the values themselves.
 * Lists are compared as wholes, the order of keys does not count, and a member that is undefined is absent.
 */
export function changedPaths(before: unknown, after: unknown): string[] {
  if (!isJsonRecord(before) || !isJsonRecord(after)) return isEqual(before, after) ? [] : [''];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    changedPaths(before[key], after[key]).map((path) => (path === '' ? key : `${key}.${path}`)),
  );
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function isEqual(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    const others: readonly unknown[] = after;
    return before.length === others.length && before.every((part, at) => isEqual(part, others[at]));
  }
  if (isJsonRecord(before) && isJsonRecord(after)) return changedPaths(before, after).length === 0;
  return before === after;
}

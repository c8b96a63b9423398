import { isJsonRecord } from '../documents/jsonRecord.js';

/**
 * Whether two values are the same JSON, with members in the same order, where both were made of the same value: lists are replaced
 * as a whole, so that equal ones are one. What both share is not looked into: to patch a member of a large part takes no longer
 * than to patch one of a small part.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isJsonRecord(one) || !isJsonRecord(other)) return false;
  const [keys, others] = [keysOf(one), keysOf(other)];
  return (
    keys.length === others.length &&
    keys.every((key, at) => key === others[at] && isSameJson(one[key], other[key]))
  );
}

/** JSON has no members that are undefined. */
function keysOf(record: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(record).filter((key) => record[key] !== undefined);
}

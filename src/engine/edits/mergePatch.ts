import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';

/** Merges a patch into a value (RFC 7396): null removes a member, an object is merged, anything else replaces. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isJsonRecord(patch)) return patch;
  const before = isJsonRecord(value) ? value : {};
  const kept = Object.entries(before).flatMap(([key, member]) => {
    if (!Object.hasOwn(patch, key)) return [[key, member] as const];
    return patch[key] === null ? [] : [[key, mergePatch(member, patch[key])] as const];
  });
  const added = Object.entries(patch)
    .filter(([key, member]) => member !== null && !Object.hasOwn(before, key))
    .map(([key, member]) => [key, mergePatch(undefined, member)] as const);
  return Object.fromEntries([...kept, ...added]);
}

/**
 * A value after a patch, and the patch that undoes it. The second is undefined when no patch restores the same JSON,
 * for example because a member was null or would return in another place. Whoever stores the value checks it.
 */
export function patched<T extends JsonRecord>(
  before: T,
  patch: JsonRecord,
): { readonly after: T; readonly back: JsonRecord | undefined } {
  const after = mergePatch(before, patch);
  const back = backOf(before, patch);
  const isUndone = isSameJson(mergePatch(after, back), before);
  // Whoever stores it checks that it is a T.
  return { after: after as T, back: isUndone ? back : undefined };
}

/** The patch that restores a record; undefined when no patch of its members restores the same JSON. */
export function patchBack(after: JsonRecord, before: JsonRecord): JsonRecord | undefined {
  const changed = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key]);
  const old = (key: string): unknown => (Object.hasOwn(before, key) ? before[key] : null);
  const patch = Object.fromEntries(changed.map((key) => [key, old(key)] as const));
  return isSameJson(mergePatch(after, patch), before) ? patch : undefined;
}

function backOf(before: JsonRecord, patch: JsonRecord): JsonRecord {
  const members = Object.entries(patch)
    .filter(([key, member]) => member !== null || Object.hasOwn(before, key))
    .map(([key, member]) => {
      const old = Object.hasOwn(before, key) ? before[key] : null;
      return [key, isJsonRecord(old) && isJsonRecord(member) ? backOf(old, member) : old] as const;
    });
  return Object.fromEntries(members);
}

/**
 * Whether two versions of one document are the same JSON, with members in the same order. Lists are compared by
 * identity, because patches replace whole lists. Shared objects are not searched, so that a patch of a large part
 * takes no longer than one of a small part.
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

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
 * The patch that undoes another; undefined where no patch gives back the same JSON, such as where a member was null or
 * would come back in another place.
 */
export function inversePatch(before: JsonRecord, patch: JsonRecord): JsonRecord | undefined {
  const back = backOf(before, patch);
  const again = mergePatch(mergePatch(before, patch), back);
  return JSON.stringify(again) === JSON.stringify(before) ? back : undefined;
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

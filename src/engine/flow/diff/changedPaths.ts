import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';

/** The maximum number of paths that are listed, and the maximum length of each in characters. */
const [MOST_PATHS, LONGEST_PATH] = [100, 500] as const;

/**
 * The places where two JSON values differ, as dotted paths in the order of the first one's keys; '' for the values
 * themselves. Only the first hundred, and only the beginning of long ones. Lists are compared as wholes, except where both have
 * entries with the same ids in the same order, which the paths name. The order of keys does not count, and a member that is
 * undefined counts as absent.
 */
export function changedPaths(before: unknown, after: unknown): string[] {
  const paths: string[] = [];
  for (const path of differences(before, after, '')) {
    paths.push(path.slice(0, LONGEST_PATH));
    if (paths.length === MOST_PATHS) break;
  }
  return paths;
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function isEqual(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (Array.isArray(before) && Array.isArray(after)) {
    const others: readonly unknown[] = after;
    return before.length === others.length && before.every((part, at) => isEqual(part, others[at]));
  }
  if (!isJsonRecord(before) || !isJsonRecord(after)) return false;
  return (
    Object.keys(before).every((key) => isEqual(before[key], after[key])) &&
    Object.keys(after).every((key) => after[key] === undefined || Object.hasOwn(before, key))
  );
}

function* differences(first: unknown, second: unknown, path: string): Generator<string> {
  const [before, after] = byIds(first, second) ?? [first, second];
  if (!isJsonRecord(before) || !isJsonRecord(after)) {
    if (!isEqual(before, after)) yield path;
    return;
  }
  const within = (key: string) => (path === '' ? key : `${path}.${key}`);
  // Entries of an object with many members take V8 three times as long as its keys.
  for (const key of Object.keys(before)) {
    const [was, is] = [before[key], after[key]];
    if (was !== is) yield* differences(was, is, within(key));
  }
  for (const key of Object.keys(after)) {
    if (after[key] !== undefined && !Object.hasOwn(before, key)) yield within(key);
  }
}

/** The entries of two lists by their ids, where these are the same in both. */
function byIds(before: unknown, after: unknown): [JsonRecord, JsonRecord] | undefined {
  const [was, is] = [byId(before), byId(after)];
  if (!was || !is || !isEqual([...was.keys()], [...is.keys()])) return undefined;
  return [Object.fromEntries(was), Object.fromEntries(is)];
}

/** The entries of a list by their ids, where each has one of its own. */
function byId(list: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined;
  const entries: readonly unknown[] = list;
  const found = new Map<string, unknown>();
  for (const entry of entries) {
    const id = isJsonRecord(entry) ? entry['id'] : undefined;
    if (typeof id !== 'string') return undefined;
    found.set(id, entry);
  }
  return found.size === entries.length ? found : undefined;
}

/**
 * The part of a JSON value at a dotted path, such as `bot.versions.nodes.0`: null where a member on the way is null, undefined
 * where one is absent.
 */
export function partAt(whole: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, whole);
}

/** The object at a dotted path, by default the whole value; fails where there is no object. */
export function recordAt(whole: unknown, path?: string): Readonly<Record<string, unknown>> {
  const part = path === undefined ? whole : partAt(whole, path);
  if (isRecord(part)) return part;
  throw new Error(`No object at ${path ?? 'the top'} of ${JSON.stringify(whole)}`);
}

/** The list of objects at a dotted path; fails where there is none. */
export function recordsAt(whole: unknown, path: string): Readonly<Record<string, unknown>>[] {
  const list = partAt(whole, path);
  if (Array.isArray(list)) return list.map((member) => recordAt(member));
  throw new Error(`No list at ${path} of ${JSON.stringify(whole)}`);
}

/** The text at a dotted path; fails where there is none. */
export function textAt(whole: unknown, path: string): string {
  const text = partAt(whole, path);
  if (typeof text === 'string') return text;
  throw new Error(`No text at ${path} of ${JSON.stringify(whole)}`);
}

function memberOf(value: unknown, name: string): unknown {
  if (value === null) return null;
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

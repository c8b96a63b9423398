/**
 * The part of an answer at a dotted path, such as `bot.versions.nodes.0`: null where something on the way is null, undefined
 * where nothing is there.
 */
export function partAt(whole: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, whole);
}

/** The object at a dotted path, or the whole, with members to be taken apart; fails where there is none. */
export function recordAt(whole: unknown, path?: string): Readonly<Record<string, unknown>> {
  const part = path === undefined ? whole : partAt(whole, path);
  if (isRecord(part)) return part;
  throw new Error(`No object at ${path ?? 'the top'} of ${JSON.stringify(whole)}`);
}

/** The list at a dotted path, of objects; fails where there is none. */
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

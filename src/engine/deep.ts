/**
 * Fills every text inside plain objects and the objects inside lists (engine §5.3). Keys, ids and texts that are direct
 * members of a list stay as they are.
 */
export function deep<T>(document: T, fill: (template: string) => string): T {
  // The shape does not change: texts stay texts, so what comes out is of the type that went in.
  return fillIn(document, fill) as T;
}

function fillIn(value: unknown, fill: (template: string) => string): unknown {
  if (Array.isArray(value)) return value.map((member: unknown) => fillIn(member, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [
      key,
      typeof member === 'string' && !isIdKey(key) ? fill(member) : fillIn(member, fill),
    ]),
  );
}

function isIdKey(key: string): boolean {
  return key === 'id' || key.endsWith('Id');
}

/**
 * The items with ids that two lists have in common, and those that only the first has; all others of the second are
 * new.
 */
export interface Pairs<T> {
  /** The same item before and after, in the order of `after`. */
  readonly kept: readonly (readonly [T, T])[];
  readonly removed: readonly T[];
}

/**
 * Pairs items by their ids. Real flows sometimes hold the same id twice: then the first of one list is paired with the
 * first of the other, the second with the second.
 */
export function pairsOf<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): Pairs<T> {
  const [old, current] = [byKey(before), byKey(after)];
  const kept: (readonly [T, T])[] = [];
  for (const [key, thing] of current) {
    const was = old.get(key);
    if (was) kept.push([was, thing]);
  }
  const removed = [...old].filter(([key]) => !current.has(key)).map(([, thing]) => thing);
  return { kept, removed };
}

function byKey<T extends { readonly id: string }>(things: readonly T[]): Map<string, T> {
  const counts = new Map<string, number>();
  return new Map(
    things.map((thing) => {
      const count = counts.get(thing.id) ?? 0;
      counts.set(thing.id, count + 1);
      return [`${count} ${thing.id}`, thing];
    }),
  );
}

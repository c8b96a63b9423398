/**
 * The items with ids that two lists have in common, and those that only the first has; all others of the second are
 * new.
 */
export interface Pairs<T> {
  /** What an item of `after` was before, in the order of `after`. */
  readonly was: ReadonlyMap<T, T>;
  readonly removed: readonly T[];
}

/** How many items are indexed in one step: about a millisecond. */
const ITEMS_A_STEP = 1_000;

/**
 * Pairs items by their ids. Real flows sometimes hold the same id twice: then the first of one list is paired with the
 * first of the other, the second with the second. The work is done in steps,
 * because flows may hold tens of thousands of items.
 */
export function* pairsOf<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): Generator<undefined, Pairs<T>> {
  const old = yield* byKey(before);
  const was = new Map<T, T>();
  for (const [key, item] of yield* byKey(after)) {
    const paired = old.get(key);
    if (!paired) continue;
    was.set(item, paired);
    old.delete(key);
    if (was.size % ITEMS_A_STEP === 0) yield;
  }
  return { was, removed: [...old.values()] };
}

/** Items by their ids; a repeated id gets a number after a NUL, which no id holds. */
function* byKey<T extends { readonly id: string }>(
  items: readonly T[],
): Generator<undefined, Map<string, T>> {
  const found = new Map<string, T>();
  const repeats = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    if (at % ITEMS_A_STEP === 0) yield;
    const { id } = item;
    const isRepeat = found.has(id);
    if (isRepeat) repeats.set(id, (repeats.get(id) ?? 0) + 1);
    found.set(isRepeat ? `${id}\0${repeats.get(id)}` : id, item);
  }
  return found;
}

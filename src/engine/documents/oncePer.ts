/** Caches what is computed from an object that never changes, such as a flow, for the lifetime of the object. */
export function oncePer<K extends object, T>(find: (thing: K) => T): (thing: K) => T {
  const known = new WeakMap<K, { readonly found: T }>();
  return (thing) => {
    const before = known.get(thing);
    if (before) return before.found;
    const found = find(thing);
    known.set(thing, { found });
    return found;
  };
}

/**
 * Caches the values that `list` yields for an object that never changes, as long as the object lives, so that an edit of a flow costs what it
 * changes. Lists of more than `most` values are made again each time. Further arguments may not change the values.
 */
export function listedOncePer<K extends object, T, A extends readonly unknown[]>(
  list: (thing: K, ...rest: A) => Generator<T>,
  most: number,
): (thing: K, ...rest: A) => Generator<T> {
  const known = new WeakMap<K, readonly T[]>();
  return function* (thing, ...rest) {
    const before = known.get(thing);
    if (before) return yield* before;
    const found: T[] = [];
    for (const one of list(thing, ...rest)) {
      if (found.length <= most) found.push(one);
      yield one;
    }
    if (found.length <= most) known.set(thing, found);
  };
}

/** Freezes a value and everything in it, because chats share it. */
export function frozen<T>(thing: T): T {
  if (typeof thing === 'object' && thing !== null && !Object.isFrozen(thing)) {
    Object.freeze(thing);
    Object.values(thing).forEach(frozen);
  }
  return thing;
}

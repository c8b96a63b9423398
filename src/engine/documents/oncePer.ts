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
 * Caches what a generator yields for an object that never changes, for the lifetime of the object: where it came to its end with so many
 * values at most; how it is read may not change them. So edits of a flow only cost what they change, and huge parts are read again rather than kept.
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

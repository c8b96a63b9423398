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

/** Freezes a value and everything in it, because chats share it. */
export function frozen<T>(thing: T): T {
  if (typeof thing === 'object' && thing !== null && !Object.isFrozen(thing)) {
    Object.freeze(thing);
    Object.values(thing).forEach(frozen);
  }
  return thing;
}

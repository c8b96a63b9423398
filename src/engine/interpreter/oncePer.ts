/** Remembers what was found out about a thing that never changes, such as a flow, for as long as the thing is kept. */
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

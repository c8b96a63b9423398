/** Things by id, until they are too much in all: then the least recently used leave first. */
export interface Shelf<T> {
  /** The thing with this id, which counts as used by that. */
  recall(id: string): T | undefined;
  /** Keeps a thing that counts as so much. */
  keep(id: string, thing: T, size: number): void;
  remove(id: string): void;
  clear(): void;
}

/** A shelf in memory that holds so much in all, in whatever the sizes of its things are counted in. */
export function createShelf<T>(room: number): Shelf<T> {
  const kept = new Map<string, { readonly thing: T; readonly size: number }>();
  let total = 0;
  const remove = (id: string): void => {
    total -= kept.get(id)?.size ?? 0;
    kept.delete(id);
  };
  const keep = (id: string, thing: T, size: number): void => {
    remove(id);
    kept.set(id, { thing, size });
    total += size;
    for (const oldest of kept.keys()) {
      if (total <= room) break;
      remove(oldest);
    }
  };
  return {
    recall(id) {
      const known = kept.get(id);
      if (known) keep(id, known.thing, known.size);
      return known?.thing;
    },
    keep,
    remove,
    clear() {
      kept.clear();
      total = 0;
    },
  };
}

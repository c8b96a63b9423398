/** Who a waiting item belongs to. A symbol is a caller of its own. */
export type Key = string | symbol;

/** Items that wait, served key by key in turn, so that a long row of one key delays no other. */
export interface FairQueue<T> {
  /** False when the key, or the whole queue, has as many items as it may. */
  add(key: Key, item: T): boolean;
  /** Takes the next item of the first key that does not have too many in hand. */
  take(): Taken<T> | undefined;
  /** Takes everything. */
  drain(): T[];
}

/** An item in hand: it counts against its key until `release`. */
export interface Taken<T> {
  readonly item: T;
  release(): void;
}

/** How long the queue may get, and how many items of one key may be in hand at a time. */
export interface QueueLimits {
  readonly perKey: number;
  readonly inAll: number;
  readonly inHandPerKey: number;
}

/** Makes an empty queue. */
export function createFairQueue<T>(limits: QueueLimits): FairQueue<T> {
  // A Map keeps the order in which keys were added: a served key goes back to the end.
  const rows = new Map<Key, T[]>();
  const inHand = new Map<Key, number>();
  let size = 0;

  const hold = (key: Key, change: number): void => {
    const count = (inHand.get(key) ?? 0) + change;
    if (count === 0) inHand.delete(key);
    else inHand.set(key, count);
  };
  return {
    add: (key, item) => {
      const row = rows.get(key) ?? [];
      if (row.length >= limits.perKey || size >= limits.inAll) return false;
      rows.set(key, [...row, item]);
      size += 1;
      return true;
    },
    take: () => {
      for (const [key, [item, ...rest]] of rows) {
        if (item === undefined || (inHand.get(key) ?? 0) >= limits.inHandPerKey) continue;
        rows.delete(key);
        if (rest.length > 0) rows.set(key, rest);
        size -= 1;
        hold(key, 1);
        return { item, release: () => hold(key, -1) };
      }
      return undefined;
    },
    drain: () => {
      const items = [...rows.values()].flat();
      rows.clear();
      size = 0;
      return items;
    },
  };
}

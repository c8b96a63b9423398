/** The owner of a waiting item. A symbol is an owner of its own. */
export type Key = string | symbol;

/** A queue that serves its keys in turn, so that many items of one key delay no other. */
export interface FairQueue<T> {
  /** Adds an item; false when the key, or the whole queue, is full. */
  add(key: Key, item: T): boolean;
  /** Takes the next item of the first key below its limit. A heavy key is served only after all others. */
  take(): Taken<T> | undefined;
  drain(): T[];
}

/** An item being worked on: it counts against its key until `release`. */
export interface Taken<T> {
  readonly item: T;
  release(): void;
}

/** The maximum length of the queue, and how many items of one key, or of all heavy keys, may be worked on at a time. */
export interface QueueLimits {
  readonly perKey: number;
  readonly inAll: number;
  readonly inHandPerKey: number;
  readonly inHandOfHeavy: number;
}

/** Creates an empty queue. Whether a key is heavy is checked when an item is taken. */
export function createFairQueue<T>(
  limits: QueueLimits,
  isHeavy: (key: Key) => boolean,
): FairQueue<T> {
  // A Map keeps the order in which keys were added: a served key goes back to the end.
  const rows = new Map<Key, T[]>();
  const hands = createHands(limits, isHeavy);
  let size = 0;

  return {
    add: (key, item) => {
      const row = rows.get(key) ?? [];
      if (row.length >= limits.perKey || size >= limits.inAll) return false;
      rows.set(key, [...row, item]);
      size += 1;
      return true;
    },
    take: () => {
      const key = hands.choose([...rows.keys()]);
      const [item, ...rest] = (key !== undefined && rows.get(key)) || [];
      if (key === undefined || item === undefined) return undefined;
      rows.delete(key);
      if (rest.length > 0) rows.set(key, rest);
      size -= 1;
      return { item, release: hands.hold(key) };
    },
    drain: () => {
      const items = [...rows.values()].flat();
      rows.clear();
      size = 0;
      return items;
    },
  };
}

interface Hands {
  /** The first of these keys below its limit; a heavy one only when there is no other. */
  choose(keys: readonly Key[]): Key | undefined;
  /** Counts an item until the returned function is called. */
  hold(key: Key): () => void;
}

function createHands(limits: QueueLimits, isHeavy: (key: Key) => boolean): Hands {
  const inHand = new Map<Key, number>();
  let heavyInHand = 0;
  const count = (key: Key, change: number): void => {
    const next = (inHand.get(key) ?? 0) + change;
    if (next === 0) inHand.delete(key);
    else inHand.set(key, next);
  };
  return {
    choose: (keys) => {
      const ready = keys.filter((key) => (inHand.get(key) ?? 0) < limits.inHandPerKey);
      const light = ready.find((key) => !isHeavy(key));
      return light ?? (heavyInHand < limits.inHandOfHeavy ? ready[0] : undefined);
    },
    hold: (key) => {
      const heavy = isHeavy(key) ? 1 : 0;
      heavyInHand += heavy;
      count(key, 1);
      return () => {
        heavyInHand -= heavy;
        count(key, -1);
      };
    },
  };
}

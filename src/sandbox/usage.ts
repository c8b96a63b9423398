import type { Key } from './fairQueue.js';

/** The recent computing time of keys. */
export interface Usage {
  /** Adds milliseconds of computing to a key. */
  spend(key: Key, milliseconds: number): void;
  /** Whether a key computed more than `ALLOWANCE` beyond its share. */
  isHeavy(key: Key): boolean;
}

/** How much a key may compute at once before it is heavy, in ms: less than the time limit of code that never ends. */
const ALLOWANCE = 400;
/** The part of a core that a key may use permanently without becoming heavy. */
const SHARE = 0.05;
/** The number of keys kept before those without debt are removed. */
const KEPT = 1_000;

/**
 * Creates an empty account; `now` in ms. The debt of a key grows as it computes and shrinks as time passes. Keys that
 * are equal up to a slash share one debt: many chats of one bot count as one.
 */
export function createUsage(now: () => number): Usage {
  const owed = new Map<Key, { milliseconds: number; at: number }>();
  const owedBy = (owner: Key): number => {
    const { milliseconds, at } = owed.get(owner) ?? { milliseconds: 0, at: 0 };
    return Math.max(0, milliseconds - (now() - at) * SHARE);
  };
  const forget = (): void => {
    for (const owner of owed.keys()) if (owedBy(owner) === 0) owed.delete(owner);
  };
  return {
    spend: (key, milliseconds) => {
      if (owed.size >= KEPT) forget();
      const owner = ownerOf(key);
      owed.set(owner, { milliseconds: owedBy(owner) + milliseconds, at: now() });
    },
    isHeavy: (key) => owedBy(ownerOf(key)) > ALLOWANCE,
  };
}

function ownerOf(key: Key): Key {
  return typeof key === 'string' ? key.split('/', 1).join() : key;
}

import type { Key } from './fairQueue.js';

/** What keys computed lately. */
export interface Usage {
  /** Notes that a key computed for so many milliseconds. */
  spend(key: Key, milliseconds: number): void;
  /** Whether a key computed more than `ALLOWANCE` beyond its share. */
  isHeavy(key: Key): boolean;
}

/** How much a key may compute at once before it is heavy, in ms: less than the time code without end is given. */
const ALLOWANCE = 400;
/** The part of a core that a key may use for ever without becoming heavy. */
const SHARE = 0.05;
/** How many keys are kept before those that owe nothing are forgotten. */
const KEPT = 1_000;

/**
 * Makes an empty account; `now` in ms. What a key owes grows as it computes and shrinks as time goes by. Keys that are alike
 * up to a slash owe together: whoever spins in one chat after another is still one.
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

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

/** Makes an empty account; `now` in ms. What a key owes grows as it computes and shrinks as time goes by. */
export function createUsage(now: () => number): Usage {
  const owed = new Map<Key, { milliseconds: number; at: number }>();
  const owedBy = (key: Key): number => {
    const { milliseconds, at } = owed.get(key) ?? { milliseconds: 0, at: 0 };
    return Math.max(0, milliseconds - (now() - at) * SHARE);
  };
  const forget = (): void => {
    for (const key of owed.keys()) if (owedBy(key) === 0) owed.delete(key);
  };
  return {
    spend: (key, milliseconds) => {
      if (owed.size >= KEPT) forget();
      owed.set(key, { milliseconds: owedBy(key) + milliseconds, at: now() });
    },
    isHeavy: (key) => owedBy(key) > ALLOWANCE,
  };
}

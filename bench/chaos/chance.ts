/** A number from 0 to below 1. */
export type Chance = () => number;

/** The same random numbers for the same seed. What other processes do meanwhile is not reproduced. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several. */
export function oneOf<T>(chance: Chance, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(chance() * choices.length)] ?? choices[0];
}

import { setTimeout as sleep } from 'node:timers/promises';
import { quantilesOf } from '../measure.js';

/** How often something is looked at that tells nobody when it changes, in milliseconds. */
const LOOK_EVERY = 20;

/** Waits so many milliseconds. */
export async function wait(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

/** Looks until it holds, for so many milliseconds at most; whether it came to hold. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  within: number,
): Promise<boolean> {
  const deadline = performance.now() + within;
  while (performance.now() < deadline) {
    if (await holds()) return true;
    await wait(LOOK_EVERY);
  }
  return false;
}

/** Times in milliseconds in a few words: the middle, the 99th of a hundred and the longest. */
export function spreadOf(times: readonly number[]): string {
  const partOf = quantilesOf(times);
  const at = (part: number): string => String(Math.round(partOf(part)));
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`;
}

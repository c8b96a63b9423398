import { setTimeout as sleep } from 'node:timers/promises';
import { quantilesOf } from '../measure.js';

/** How often a condition is polled, in milliseconds. */
const LOOK_EVERY = 20;

/** Waits for some milliseconds. */
export async function wait(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

/** Polls until a condition holds, up to a time limit in milliseconds; resolves to whether it holds. */
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

/** Times in milliseconds as text: the median, the 99th percentile and the longest. */
export function spreadOf(times: readonly number[]): string {
  const partOf = quantilesOf(times);
  const at = (part: number): string => String(Math.round(partOf(part)));
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`;
}

import { setTimeout as sleep } from 'node:timers/promises';

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

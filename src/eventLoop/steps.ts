import { setImmediate } from 'node:timers/promises';

/** Work that is done in steps, each of some milliseconds at most. */
export type Steps<T> = Generator<undefined, T>;

/** Runs work step by step, and serves other requests in between. */
export async function unhurried<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Documents longer than this many characters are processed in steps. */
export const LARGE = 65_536;

/** Yields to other requests before work on a text, if it is long. */
export function breatheIfLong({ length }: { readonly length: number }): Promise<void> | undefined {
  return length > LARGE ? breathe() : undefined;
}

/**
 * Yields to other requests before a large piece of work. Twice, because a callback of a socket and the first `setImmediate` belong to the
 * same round of the event loop.
 */
export async function breathe(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

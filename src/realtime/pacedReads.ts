import { setTimeout as wait } from 'node:timers/promises';
import type { PacedReads } from '../context/sharedReads.js';

/** The least time between two reads of the same thing, in milliseconds. */
const APART = 1_000;

interface Paced {
  begunAt: number;
  /** The read that has not begun yet. */
  next: Promise<unknown> | undefined;
}

/** Opens the shared reads of a process. */
export function openPacedReads(): PacedReads {
  const reads = new Map<string, Paced>();
  const begin = async <T>(key: string, paced: Paced, load: () => Promise<T>): Promise<T> => {
    // Waits even when there is no time left, so that the read is in `paced.next` when it begins.
    await wait(Math.max(0, paced.begunAt + APART - performance.now()), undefined, { ref: false });
    paced.next = undefined;
    paced.begunAt = performance.now();
    const forget = (): void => {
      if (!paced.next && performance.now() - paced.begunAt >= APART) reads.delete(key);
    };
    setTimeout(forget, APART).unref();
    return load();
  };
  return {
    read<T>(key: string, load: () => Promise<T>): Promise<T> {
      const paced = reads.get(key) ?? { begunAt: -APART, next: undefined };
      reads.set(key, paced);
      paced.next ??= begin(key, paced, load);
      // A key identifies what is read, and so its type.
      return paced.next as Promise<T>;
    },
  };
}

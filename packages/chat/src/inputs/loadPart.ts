import { wait } from '../chat/wait.js';

/** Milliseconds between two attempts. */
const AGAIN_AFTER = 2_000;

interface Loading {
  /** Called after each attempt that failed. */
  readonly failed: () => void;
  /** `renew` of `ChatOptions`. */
  readonly renew: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Loads a part of the program, and repeats that until it succeeds. Returns undefined when it is aborted, and when the server has a
 * new version, which takes over with its own parts.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  { failed, renew, signal }: Loading,
): Promise<Part | undefined> {
  while (!signal.aborted) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the chat could not be loaded:', error);
      failed();
    }
    if (await renew?.().catch(() => false)) return undefined;
    await wait(AGAIN_AFTER, signal);
  }
  return undefined;
}

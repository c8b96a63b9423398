import { wait } from '../chat/wait.js';

/** Milliseconds between two attempts. */
const AGAIN_AFTER = 2_000;

interface Loading {
  /** Called after each attempt that failed. */
  readonly failed: () => void;
  /** Loads the program anew; gives whether it is another version, which goes on in place of this one. */
  readonly renew: (() => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Loads a part of the program, again and again while there is no network. Gives none when the part is not wanted any more, or when
 * the server has another version by now, which has other parts.
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

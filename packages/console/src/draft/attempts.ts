import { ParleyError } from '@parley/client';

/** Why the server does not take what it is sent: it cannot be reached, or does not know the person. */
export type Trouble = 'offline' | 'signedOut';

/** How attempts are made. */
interface Options {
  /** Milliseconds before the second attempt; after further failures it is longer. */
  readonly retryAfter: number;
  /** Ends them. */
  readonly signal: AbortSignal;
  /** Called when there is another trouble, or none any more. */
  readonly changed: () => void;
}

/** The longest wait, as a multiple of the first. */
const LONGEST_WAIT = 8;

/** Attempts to reach the server, which are made again until one succeeds. */
export class Attempts {
  readonly #options: Options;
  #trouble: Trouble | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** What the last attempt failed with. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Notes that one succeeded. */
  succeeded(): void {
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#options.changed();
  }

  /** Notes that one failed, after so many others, and waits before the next. */
  async failed(error: unknown, earlier: number): Promise<void> {
    const isSignedOut = error instanceof ParleyError && error.reason === 'UNAUTHENTICATED';
    this.#trouble = isSignedOut ? 'signedOut' : 'offline';
    this.#options.changed();
    await this.rest(earlier);
  }

  /** Waits as after so many failures. */
  async rest(failed = 0): Promise<void> {
    const { retryAfter, signal } = this.#options;
    await pause(retryAfter * Math.min(2 ** failed, LONGEST_WAIT), signal);
  }

  /** Asks until there is an answer; undefined once they are ended. */
  async insist<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    for (let failed = 0; !this.#options.signal.aborted; failed += 1) {
      try {
        const answer = await ask();
        this.succeeded();
        return answer;
      } catch (error) {
        await this.failed(error, failed);
      }
    }
    return undefined;
  }
}

/** Whether the server refuses a person who is signed in, whatever is tried again. */
export function isFinal(error: unknown): error is ParleyError {
  return error instanceof ParleyError && !error.isPassing && error.reason !== 'UNAUTHENTICATED';
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

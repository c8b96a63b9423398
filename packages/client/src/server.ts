/** A server, and how to reach it. */
export interface Server {
  /** Its address, such as `https://bots.example.com`, without a path. */
  readonly url: string;
  /** A token; chats of published bots need none. A function is called for each connection, so that it can return a new one. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Ends the call: a request is rejected with the reason of the signal, a stream ends. */
  readonly signal?: AbortSignal | undefined;
  readonly retry?: RetryOptions | undefined;
}

/** How often, and how soon, a call with a temporary failure is repeated. */
export interface RetryOptions {
  /** The number of attempts in a row without success, 1 for no repetition. Default 6 for requests, 20 for streams. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt; each further wait is twice as long. Default 500. */
  readonly firstWait?: number | undefined;
  /** The longest wait, in milliseconds. Default 30 000. */
  readonly longestWait?: number | undefined;
  /**
   * Registers a callback for when the server may be reachable again, for example when a sleeping page is shown;
   * returns the function that removes it. A wait ends then, unless the server asked for it, and a stream that was
   * silent for long is opened again.
   */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
}

/** The `Authorization` header; none without a token. */
export async function authorizationOf({ token }: Server): Promise<Record<string, string>> {
  const told = typeof token === 'function' ? await token() : token;
  return told === undefined ? {} : { authorization: `Bearer ${told}` };
}

/** The longest timer, in milliseconds (about 25 days): a longer one fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Waits before the next attempt after `failed` ones: twice as long each time, minus a random part of up to half, so that not all
 * clients of a server return at once; and at least the seconds that the server asks for. Rejects when aborted.
 */
export async function waitBefore(
  failed: number,
  { retry = {}, signal }: Pick<Server, 'retry' | 'signal'>,
  retryAfter = 0,
): Promise<void> {
  const { firstWait = 500, longestWait = 30_000, onWake } = retry;
  const longest = Math.min(longestWait, firstWait * 2 ** (failed - 1));
  const wait = Math.max(longest * (1 - Math.random() / 2), retryAfter * 1_000);
  let end = (): void => undefined;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(wait, LONGEST_TIMEOUT));
    const forget = retryAfter > 0 ? undefined : onWake?.(resolve);
    const stop = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    end = () => {
      clearTimeout(timer);
      forget?.();
      signal?.removeEventListener('abort', stop);
    };
  }).finally(() => end());
}

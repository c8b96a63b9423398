/** When a request is ended, whatever it has come to. */
export interface RequestEnd {
  /** Aborted when its time is over, or at the first wish. */
  readonly signal: AbortSignal;
  /** Forgets the time and the wishes: the request is over. */
  close(): void;
}

/**
 * Ends a request after so many milliseconds, or as soon as one of the wishes is aborted. By hand, because on Node 20 a
 * timeout that nobody but `AbortSignal.any` knows is collected before it comes, and the request would never end.
 */
export function startEnd(timeoutMs: number, wishes: readonly AbortSignal[]): RequestEnd {
  const end = new AbortController();
  const abort = (): void => end.abort();
  const timer = setTimeout(abort, timeoutMs).unref();
  for (const wish of wishes) wish.addEventListener('abort', abort);
  if (wishes.some(({ aborted }) => aborted)) abort();
  return {
    signal: end.signal,
    close() {
      clearTimeout(timer);
      for (const wish of wishes) wish.removeEventListener('abort', abort);
    },
  };
}

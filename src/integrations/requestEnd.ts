/** Cancels a request after a time or on a signal. */
export interface RequestEnd {
  /** Aborted when the time is over, or with the first of the signals. */
  readonly signal: AbortSignal;
  /** Removes the timer and the listeners, once the request has ended. */
  close(): void;
}

/**
 * Cancels a request after `timeoutMs`, or as soon as one of the signals is aborted. Written by hand, because on Node 20 a timeout signal
 * that is referenced only by `AbortSignal.any` is garbage-collected before it fires, and the request would never end.
 */
export function startEnd(timeoutMs: number, signals: readonly AbortSignal[]): RequestEnd {
  const end = new AbortController();
  const abort = (): void => end.abort();
  const timer = setTimeout(abort, timeoutMs).unref();
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some(({ aborted }) => aborted)) abort();
  return {
    signal: end.signal,
    close() {
      clearTimeout(timer);
      for (const source of signals) source.removeEventListener('abort', abort);
    },
  };
}

/**
 * Waits for work, but rejects as soon as the signal is aborted. The system's resolver cannot be interrupted, so its late result is dropped.
 */
export function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
    if (signal.aborted) reject(new Error('stopped before it began'));
    work.then(resolve, reject);
  });
}

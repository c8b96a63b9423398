import type { WakeUps } from '../context/context.js';

/** How long to wait for a wake-up. */
export interface Waiting {
  /** Milliseconds. */
  readonly atMost: number;
  /** Ends the wait when aborted. */
  readonly enough?: AbortSignal | undefined;
}

/** Settles at the next wake-up of a thing or after the given time, for callers that read once and do not watch. */
export async function untilNews(
  wakeUps: WakeUps,
  id: string,
  { atMost, enough }: Waiting,
): Promise<void> {
  if (enough?.aborted) return;
  const watch = wakeUps.watch(id);
  const close = (): void => watch.close();
  const timer = setTimeout(close, atMost);
  enough?.addEventListener('abort', close);
  await watch.next();
  clearTimeout(timer);
  enough?.removeEventListener('abort', close);
  close();
}

import type { ChatPage } from './screen.js';
import { wait } from './wait.js';

/** How requests to the server are repeated: at least every five seconds, and at once when the network is back. */
export const RETRY = { attempts: Infinity, firstWait: 300, longestWait: 5_000, onWake };

/**
 * Calls a function when the server may be reachable again: the network is back, or the tab is shown, whose timers
 * were paused. Returns the function that ends this.
 */
function onWake(wake: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('online', wake, { signal });
  document.addEventListener('resume', wake, { signal });
  const shown = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', shown, { signal });
  return () => ended.abort();
}

/** The number of attempts before loading fails, about ten seconds; unlimited while the browser is offline. */
const ATTEMPTS = 6;

/** Waits before another attempt; `failed` counts those before. Returns whether to try again. */
export async function waitToRetry(failed: number, signal: AbortSignal): Promise<boolean> {
  if (failed >= ATTEMPTS && navigator.onLine) return false;
  const woken = new AbortController();
  const forget = onWake(() => woken.abort());
  const longest = Math.min(RETRY.longestWait, RETRY.firstWait * 2 ** (failed - 1));
  await wait(longest, AbortSignal.any([signal, woken.signal]));
  forget();
  return !signal.aborted;
}

/** Shows whether the browser is offline, until the chat is closed. */
export function showOffline({ show, signal }: ChatPage): void {
  const update = (): void => show({ isOffline: !navigator.onLine });
  window.addEventListener('online', update, { signal });
  window.addEventListener('offline', update, { signal });
}

import type { ChatPage } from './screen.js';

/** How calls of the server are repeated: at least every five seconds, and at once when there is a network again. */
export const RETRY = { attempts: Infinity, firstWait: 300, longestWait: 5_000, onWake };

/** Calls a function when the server may be within reach again: there is a network, or the tab is shown, whose timers slept. */
export function onWake(wake: () => void): () => void {
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

/** Says so while the browser has no network. */
export function tellOffline({ show, signal }: ChatPage): void {
  const tell = (): void => show({ isOffline: !navigator.onLine });
  window.addEventListener('online', tell, { signal });
  window.addEventListener('offline', tell, { signal });
}

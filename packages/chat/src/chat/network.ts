import type { ChatPage } from './openChat.js';

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

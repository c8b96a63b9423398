import { useSyncExternalStore } from 'react';

const dark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => dark.removeEventListener('change', changed);
}

/** Whether the page is dark: a bitmap, unlike an element, is drawn again when that changes. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => dark.matches);
}

import { storageOf, store } from '../chat/storage.js';

/** How many of the last actions a browser remembers. */
const KEPT = 200;
const KEY = 'parley:actions';

/** An action of a chat, which several tabs of a browser may receive. */
export interface Once {
  readonly name: string;
  /** Whether the chat waits for its outcome: then an action that a reload has interrupted runs again. */
  readonly isAwaited: boolean;
  readonly signal: AbortSignal;
}

/**
 * Runs an action in one of the tabs with the same chat; the others wait for its end. Where the browser has no storage, or no
 * locks, every page runs it.
 */
export async function runOnce(once: Once, run: () => Promise<void>): Promise<void> {
  const { name, isAwaited, signal } = once;
  const storage = storageOf('localStorage');
  if (!storage || !('locks' in navigator)) return run();
  await navigator.locks.request(`${KEY}:${name}`, { signal }, async () => {
    if (namesIn(storage).includes(name)) return;
    if (!isAwaited) await note(storage, name);
    await run();
    if (isAwaited && !signal.aborted) await note(storage, name);
  });
}

function namesIn(storage: Storage): string[] {
  return storage.getItem(KEY)?.split(' ') ?? [];
}

async function note(storage: Storage, name: string): Promise<void> {
  await navigator.locks.request(KEY, () => {
    // If the storage is full, another tab may run the action as well.
    store(storage, KEY, [...namesIn(storage), name].slice(-KEPT).join(' '));
  });
}

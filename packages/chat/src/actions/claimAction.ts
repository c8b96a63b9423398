import type { ChatPage } from '../chat/openChat.js';
import { storageOf } from '../chat/memory.js';

/** How many actions are remembered: those of the last pages of a browser. */
const KEPT = 200;
const KEY = 'parley:actions';

/**
 * Whether this page is the one that runs an action: of several tabs with the same chat the first does. Where the browser has no
 * storage, or no locks, every page does.
 */
export async function claimAction({ options, read }: ChatPage, seq: number): Promise<boolean> {
  const storage = storageOf('localStorage');
  if (!storage || !('locks' in navigator)) return true;
  const name = `${options.bot}:${read().turn}:${seq}`;
  return navigator.locks.request(KEY, () => {
    const known = storage.getItem(KEY)?.split(' ') ?? [];
    if (known.includes(name)) return false;
    storage.setItem(KEY, [...known, name].slice(-KEPT).join(' '));
    return true;
  });
}

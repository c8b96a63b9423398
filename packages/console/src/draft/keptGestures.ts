import type { Gesture } from './draftSource.js';

/** Gestures that wait for the server, kept in the storage of the browser: a list for each window, so that none overwrites another's. */
export interface KeptGestures {
  /** Keeps the list of a window in place of its last one; returns whether there was room. */
  keep(windowId: string, gestures: readonly Gesture[]): boolean;
  /** The list of a window; empty where there is none. */
  of(windowId: string): readonly Gesture[];
  /** The windows that have a list. */
  windows(): readonly string[];
}

/** The gestures that a person made in a bot; those of others who used this browser stay apart. */
export function openKept(
  storage: Storage,
  { userId, botId }: { readonly userId: string; readonly botId: string },
): KeptGestures {
  const prefix = `parley-unsent ${userId} ${botId} `;
  return {
    keep(windowId, gestures) {
      try {
        if (gestures.length === 0) storage.removeItem(prefix + windowId);
        else storage.setItem(prefix + windowId, JSON.stringify(gestures));
        return true;
      } catch {
        return false;
      }
    },
    of(windowId) {
      try {
        return JSON.parse(storage.getItem(prefix + windowId) ?? '[]') as Gesture[];
      } catch {
        return [];
      }
    },
    windows: () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  };
}

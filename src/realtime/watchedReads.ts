import type { PacedReads, WatchedReads } from '../context/sharedReads.js';

/** Where a watched thing is read. */
export interface Source<Seen> {
  /** Reads the thing; with what was read before, only what differs needs to be read whole. */
  read(before?: Seen): Promise<Seen>;
  /** Called when nobody watches the thing any more. */
  close?(): void;
}

interface Options<Of, Seen> {
  /** Identifies the thing among all that are read at a pace. */
  keyOf(of: Of): string;
  /** Called for the first watcher of a thing. */
  begin(of: Of): Source<Seen>;
}

/** A thing that has watchers. */
interface Watched<Seen> {
  watchers: number;
  newest: Promise<Seen>;
  readonly source: Source<Seen>;
}

/**
 * Opens the watched things of a process: each is read once for all its watchers, and forgotten with the last of them, or if it cannot be
 * read at first.
 */
export function openWatchedReads<Of, Seen>(
  pacedReads: PacedReads,
  { keyOf, begin }: Options<Of, Seen>,
): WatchedReads<Of, Seen> {
  const things = new Map<string, Watched<Seen>>();
  const forget = (key: string, watched: Watched<Seen>): void => {
    if (things.get(key) !== watched) return;
    things.delete(key);
    watched.source.close?.();
  };
  const watchFirst = (key: string, of: Of): Watched<Seen> => {
    const source = begin(of);
    const watched = { watchers: 0, newest: source.read(), source };
    things.set(key, watched);
    // Its watchers receive the failure; those who come later read again.
    watched.newest.catch(() => forget(key, watched));
    return watched;
  };
  return {
    open(of) {
      const key = keyOf(of);
      const watched = things.get(key) ?? watchFirst(key, of);
      watched.watchers += 1;
      const readOn = async (): Promise<Seen> => {
        const seen = await watched.source.read(await watched.newest);
        watched.newest = Promise.resolve(seen);
        return seen;
      };
      return {
        newest: () => watched.newest,
        read: () => pacedReads.read(key, readOn),
        close() {
          watched.watchers -= 1;
          if (watched.watchers === 0) forget(key, watched);
        },
      };
    },
  };
}

/** Things that are checked periodically. */
export interface Schedule<T> {
  /** Adds a thing; returns a function that removes it. */
  add(thing: T): () => void;
  stop(): void;
}

/** The most parts that things are divided into, and the least time between two parts, in milliseconds. */
const [MOST_PARTS, LEAST_APART] = [48, 20] as const;

/**
 * Checks each thing once in `every` milliseconds, spread over that time: to ping five thousand sockets at once, and to read their
 * answers, blocks the event loop for a tenth of a second.
 */
export function openSchedule<T>(every: number, look: (thing: T) => void): Schedule<T> {
  const count = Math.min(MOST_PARTS, Math.max(1, Math.floor(every / LEAST_APART)));
  const parts = Array.from({ length: count }, () => new Set<T>());
  let [added, turn] = [0, 0];
  const lookAtNext = (): void => {
    turn = (turn + 1) % count;
    // Timers run before input is read; what arrived while this process was busy is read first.
    setImmediate(() => parts[turn]?.forEach(look));
  };
  const timer = setInterval(lookAtNext, every / count);
  return {
    add(thing) {
      added = (added + 1) % count;
      const part = parts[added];
      part?.add(thing);
      return () => part?.delete(thing);
    },
    stop: () => clearInterval(timer),
  };
}

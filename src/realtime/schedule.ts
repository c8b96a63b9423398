/** Things that are looked at in turn. */
export interface Schedule<T> {
  /** Takes a thing in; gives what takes it out again. */
  add(thing: T): () => void;
  stop(): void;
}

/** Into so many parts things are divided at most, and no two parts follow sooner than so many milliseconds. */
const [MOST_PARTS, LEAST_APART] = [48, 20] as const;

/**
 * Looks at each thing once in so many milliseconds, and not at all of them in one moment: to ping five thousand sockets, and
 * to read what they answer, holds a process up for a tenth of a second.
 */
export function openSchedule<T>(every: number, look: (thing: T) => void): Schedule<T> {
  const count = Math.min(MOST_PARTS, Math.max(1, Math.floor(every / LEAST_APART)));
  const parts = Array.from({ length: count }, () => new Set<T>());
  let [added, turn] = [0, 0];
  const lookAtNext = (): void => {
    turn = (turn + 1) % count;
    // After what came while this process itself was held up has been read: timers run before that.
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

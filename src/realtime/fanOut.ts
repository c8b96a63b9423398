/** Wakes many readers without holding up everything else. */
export interface FanOut {
  /** Wakes these readers soon, after those that were added before. */
  add(wakes: Iterable<() => void>): void;
}

/** How many readers are served in one go, before other work of the process: each takes some 50 µs. */
const AT_ONCE = 8;

/** Opens the fan-out of a process. */
export function openFanOut(): FanOut {
  let due: (() => void)[] = [];
  let next = 0;
  let isServing = false;
  const serve = (): void => {
    const end = Math.min(due.length, next + AT_ONCE);
    for (; next < end; next += 1) due[next]?.();
    isServing = next < due.length;
    // What arrived meanwhile is read before the next ones.
    if (isServing) setImmediate(serve);
    else [due, next] = [[], 0];
  };
  return {
    add(wakes) {
      for (const wake of wakes) due.push(wake);
      if (isServing || due.length === 0) return;
      isServing = true;
      setImmediate(serve);
    },
  };
}

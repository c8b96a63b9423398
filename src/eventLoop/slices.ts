import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two moments in which other requests are served. */
const SLICE = 4;

/** Serves other requests if the work since the last time was longer than a slice; says whether it did. */
export type EndSlice = () => Promise<boolean>;

/** Begins work that is done in slices: what is returned is called after each piece of it. */
export function openSlices(): EndSlice {
  let ends = performance.now() + SLICE;
  return async () => {
    if (performance.now() < ends) return false;
    await setImmediate();
    ends = performance.now() + SLICE;
    return true;
  };
}

/** Lets a limited number of pieces of work run at the same time. */
export interface Lanes {
  /** How many more pieces of work could begin at once. */
  free(): number;
  /** Runs a piece of work as soon as a lane is free. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Leaves its lane to others while the work in it waits for something; then takes the next that is free. */
  leave<T>(wait: () => Promise<T>): Promise<T>;
}

/** Opens `most` lanes. Work waits for a free lane in the order in which it came. */
export function openLanes(most: number): Lanes {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (taken < most) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  return {
    free: () => most - taken,
    async run(work) {
      await enter();
      return work().finally(leave);
    },
    async leave(wait) {
      leave();
      return wait().finally(enter);
    },
  };
}

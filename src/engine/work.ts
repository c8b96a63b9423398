import type { Value } from './value.js';

/**
 * How much work one turn may be, in steps of about 40 ns: a member of a list looked at, or 16 characters of a text. All of
 * it holds the event loop for no longer than a tenth of a second, however two sizes that strangers chose meet.
 */
export const MAX_WORK_PER_TURN = 2_000_000;

/** The budget of a turn is spent. Thrown where that is found, and caught by the walk, which ends the turn. */
export class WorkSpent extends Error {}

/** What a turn may still do. It counts steps, never time, so that a turn comes out the same on every machine. */
export interface Work {
  /** Takes some steps; throws `WorkSpent` when there are not so many left. Called before the work is done. */
  charge(steps: number): void;
  /** How many steps were taken. */
  done(): number;
}

/** The work of a turn that has taken some steps already. */
export function newWork(before = 0): Work {
  let done = before;
  return {
    charge: (steps) => {
      done += steps;
      if (done > MAX_WORK_PER_TURN) throw new WorkSpent();
    },
    done: () => done,
  };
}

/** The steps it takes to look through a text. */
export function stepsOf(text: string): number {
  return (text.length >> 4) + 1;
}

/** The steps it takes to read a value whole. */
export function stepsIn(value: Value): number {
  if (value === null) return 1;
  if (typeof value === 'string') return (value.length >> 2) + MEMBER_STEPS;
  return value.reduce((steps, text) => steps + stepsIn(text), MEMBER_STEPS);
}

const MEMBER_STEPS = 4;

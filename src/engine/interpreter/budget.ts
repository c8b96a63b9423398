import type { Value } from '../values/value.js';

/**
 * How much work one turn may be, in steps of about 40 ns: to look at one member of a list, or at 16 characters of a text.
 * The whole of it holds the event loop for no longer than a tenth of a second, whatever sizes strangers choose.
 */
export const MAX_WORK_PER_TURN = 2_000_000;

/** Thrown when the work of a turn is spent, and caught by the walk, which then ends the turn. */
export class BudgetSpent extends Error {}

/** The work budget of a turn. It counts steps, never time, so that a turn comes out the same on every machine. */
export interface Budget {
  /** Takes steps from the budget, before the work is done; throws `BudgetSpent` when fewer are left. */
  charge(steps: number): void;
  /** How many steps were taken. */
  done(): number;
}

/** The work of a turn that has taken some steps already. */
export function newBudget(before = 0): Budget {
  let done = before;
  return {
    charge: (steps) => {
      done += steps;
      if (done > MAX_WORK_PER_TURN) throw new BudgetSpent();
    },
    done: () => done,
  };
}

/** The steps it takes to look through a text. */
export function stepsOf(text: string): number {
  return (text.length >> 4) + 1;
}

/** The steps it takes to read, write or copy this many characters: four in a step. */
export function stepsToCopy(length: number): number {
  return length >> 2;
}

/** The steps it takes to read a value whole. */
export function stepsIn(value: Value): number {
  if (value === null) return 1;
  if (typeof value === 'string') return stepsToCopy(value.length) + MEMBER_STEPS;
  return value.reduce((steps, text) => steps + stepsIn(text), MEMBER_STEPS);
}

const MEMBER_STEPS = 4;

/**
 * The steps it takes to hand a JSON value over, to the outside or from there: each is hashed, sent, kept and read, between
 * which others are served, so that it counts less than a copy that is made at once.
 */
export function stepsToHandOver(value: unknown): number {
  if (typeof value === 'string') return stepsOf(value);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((steps, member) => steps + stepsToHandOver(member), 1);
}

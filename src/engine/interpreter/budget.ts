import type { Value } from '../values/value.js';

/**
 * The budget of one turn, in steps of about 40 ns: looking at one member of a list, or at 16 characters of a text. A
 * whole turn holds the event loop for at most a tenth of a second, whatever sizes clients choose.
 */
export const MAX_WORK_PER_TURN = 1_500_000;

/** Thrown when the budget of a turn is spent; the walk catches it and ends the turn. */
export class BudgetSpent extends Error {}

/** What work is charged to, in steps: a budget, or the context of a block. */
export interface Meter {
  /** Takes steps from the budget, before the work is done; throws `BudgetSpent` when fewer are left. */
  charge(steps: number): void;
}

/**
 * The budget of a turn. It counts steps, never time, so that a turn comes out the same on every machine
 * (docs/engine-rules.md, "Budgets and limits").
 */
export interface Budget extends Meter {
  /** The number of steps taken. */
  done(): number;
}

/** A budget of which some steps are already taken. */
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

/** The steps it takes to scan a text. */
export function stepsOf(text: string): number {
  return (text.length >> 4) + 1;
}

/** The steps it takes to read, write or copy this many characters: four characters a step. */
export function stepsToCopy(length: number): number {
  return length >> 2;
}

/** The steps it takes to read a whole value. */
export function stepsIn(value: Value): number {
  if (value === null) return 1;
  if (typeof value === 'string') return stepsToCopy(value.length) + MEMBER_STEPS;
  return value.reduce((steps, text) => steps + stepsIn(text), MEMBER_STEPS);
}

const MEMBER_STEPS = 4;

/**
 * The steps it takes to pass a JSON value to an effect handler or to read its result. The value is hashed, sent, stored
 * and read, and other requests are served in between, so it counts less than a copy that is made at once.
 */
export function stepsToHandOver(value: unknown): number {
  if (typeof value === 'string') return stepsOf(value);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((steps, member) => steps + stepsToHandOver(member), 1);
}

import type { TurnState } from './turnState.js';
import { storedLength } from './storedLength.js';
import { stepsToCopy } from './budget.js';

/** The steps it takes to enter or leave a bot: all variables and answers of the chat are looked at and copied. */
export function mergeCost({ stack }: TurnState): number {
  return (
    stepsToCopy(storedLength(stack)) +
    stack.reduce((sum, { variables, answers }) => sum + variables.length + answers.length, 0) *
      ENTRY_STEPS
  );
}

/** The steps it takes to find a variable or an answer by its name, and to copy it. */
export const ENTRY_STEPS = 8;

import type { Draft } from './draft.js';
import { storedLength } from './storedLength.js';

/** What it takes to look at all that the bots of a chat hold, and to copy it: done where one is entered or left. */
export function stepsToMerge({ stack }: Draft): number {
  return (
    (storedLength(stack) >> 2) +
    stack.reduce((sum, { variables, answers }) => sum + variables.length + answers.length, 0) *
      ENTRY_STEPS
  );
}

/** What it takes to find a variable or an answer by its name, and to copy it. */
export const ENTRY_STEPS = 8;

import type { Draft } from './draft.js';
import { storedLength } from './storedLength.js';

/** What it takes to look at all that the bots of a chat hold, and to copy it: done where one is entered or left. */
export function stepsToMerge({ stack }: Draft): number {
  return (
    (storedLength(stack) >> 2) +
    stack.reduce((sum, { variables, answers }) => sum + variables.length + answers.length, 0) * 8
  );
}

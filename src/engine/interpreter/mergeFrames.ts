import type { Flow } from '../flow/flow.js';
import { withAnswers } from './answers.js';
import { stepsToCopy } from './budget.js';
import type { Frame, VariableState } from './session.js';
import { storedLength } from './storedLength.js';
import type { TurnState } from './turnState.js';
import { writeVariables } from './variables.js';

/**
 * A bot with everything a merging bot above it has gathered: its variables with a value, matched by name, those the bot
 * does not have at the end; and its answers, which replace earlier ones of the same name.
 */
export function mergeFrames(parent: Frame, child: Frame, flow: Flow | undefined): Frame {
  const filled = child.variables.filter(({ value }) => value !== null);
  const writes = filled.flatMap(({ name, value }) => {
    const own = flow?.variableNamed(name);
    return own ? [{ variableId: own.id, value }] : [];
  });
  const strangers = filled.filter((state) => isStrange(state, flow));
  const names = new Set(strangers.map(({ name }) => name));
  const { variables } = writeVariables(parent, flow, writes);
  return {
    ...parent,
    variables: [
      ...variables.filter((state) => !isStrange(state, flow) || !names.has(state.name)),
      ...strangers,
    ],
    answers: withAnswers(parent.answers, child.answers),
  };
}

/** Whether a flow has no variable of this name. A variable whose id the flow uses for another name is left out. */
function isStrange({ id, name }: VariableState, flow: Flow | undefined): boolean {
  return !flow?.variableNamed(name) && !flow?.variable(id);
}

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

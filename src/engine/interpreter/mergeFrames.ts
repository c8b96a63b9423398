import { withAnswers } from './answerKey.js';
import type { Flow } from '../flow/flow.js';
import type { Frame, VariableState } from './session.js';
import { writeVariables } from './writeVariables.js';

/**
 * A bot with what a merging bot above it has gathered: variables with a value by name, those it does not
 * have at the end, and answers, of which the later ones count.
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

/** Whether a flow has no variable of this name. One whose id it uses for another name has no place in it. */
function isStrange({ id, name }: VariableState, flow: Flow | undefined): boolean {
  return !flow?.variableNamed(name) && !flow?.variable(id);
}

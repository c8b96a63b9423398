import type { VariableWrite } from '../blocks/kind/block.js';
import type { Flow } from '../flow/flow.js';
import type { Frame, VariableState } from './session.js';

/** Writes variables; each one written moves to the end of the list. What the flow does not have is dropped. */
export function writeVariables(
  frame: Frame,
  flow: Flow | undefined,
  writes: readonly VariableWrite[],
): Frame {
  const written = new Map<string, VariableState>(frame.variables.map((state) => [state.id, state]));
  for (const { variableId, value } of writes) {
    const variable = flow?.variable(variableId);
    if (!variable) continue;
    const { id, name, isSessionVariable } = variable;
    written.delete(id);
    written.set(id, { id, name, value, ...(isSessionVariable === true && { isSessionVariable }) });
  }
  return { ...frame, variables: [...written.values()] };
}

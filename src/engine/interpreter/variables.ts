import type { VariableWrite } from '../blocks/kind/block.js';
import { oncePer } from '../documents/oncePer.js';
import type { Flow } from '../flow/flow.js';
import { toValue, type Value } from '../values/value.js';
import type { Frame, VariableState } from './session.js';

type Variables = readonly VariableState[];

/**
 * Lists up to this length are searched linearly: most bots have fewer variables, and an index for each new list costs
 * more.
 */
const FEW = 16;

/** The variable with this id. */
export function variableById(variables: Variables, id: string): VariableState | undefined {
  if (variables.length > FEW) return indexOf(variables).byId.get(id);
  return variables.find((state) => state.id === id);
}

/** The first variable of this name that has a value. */
export function filledVariable(variables: Variables, name: string): VariableState | undefined {
  if (variables.length > FEW) return indexOf(variables).byName.get(name);
  return variables.find((state) => state.name === name && state.value !== null);
}

/** Built once for each list: lists of variables are never changed in place. */
const indexOf = oncePer((variables: Variables) => {
  const byId = new Map<string, VariableState>();
  const byName = new Map<string, VariableState>();
  for (const state of variables) {
    if (!byId.has(state.id)) byId.set(state.id, state);
    if (state.value !== null && !byName.has(state.name)) byName.set(state.name, state);
  }
  return { byId, byName };
});

/** The value of a variable, by id. */
export function valueOf({ variables }: Frame, variableId: string | undefined): Value {
  if (variableId === undefined) return null;
  return variableById(variables, variableId)?.value ?? null;
}

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

/** The open bots after variables of the last one were written by name; names that its flow does not have are ignored. */
export function writeNamedVariables(
  stack: readonly Frame[],
  flow: Flow,
  values: Readonly<Record<string, unknown>>,
): readonly Frame[] {
  const given = new Map(Object.entries(values));
  const writes = flow.definition.variables
    .filter(({ name }) => given.has(name))
    .map(({ id: variableId, name }) => ({ variableId, value: toValue(given.get(name)) }));
  const last = stack.slice(-1).map((frame) => writeVariables(frame, flow, writes));
  return [...stack.slice(0, -1), ...last];
}

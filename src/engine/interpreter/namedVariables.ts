import { oncePer } from '../documents/oncePer.js';
import type { VariableState } from './session.js';

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

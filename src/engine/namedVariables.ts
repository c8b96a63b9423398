import { oncePer } from './oncePer.js';
import type { VariableState } from './session.js';

/** Variables that were given values, found at once. */
export interface NamedVariables {
  readonly byId: ReadonlyMap<string, VariableState>;
  /** The first one of each name that has a value. */
  readonly byName: ReadonlyMap<string, VariableState>;
}

/** Finds variables by id and by name; a list of them is never changed in place. */
export const namedVariables: (variables: readonly VariableState[]) => NamedVariables = oncePer(
  (variables: readonly VariableState[]) => {
    const byId = new Map<string, VariableState>();
    const byName = new Map<string, VariableState>();
    for (const state of variables) {
      if (!byId.has(state.id)) byId.set(state.id, state);
      if (state.value !== null && !byName.has(state.name)) byName.set(state.name, state);
    }
    return { byId, byName };
  },
);

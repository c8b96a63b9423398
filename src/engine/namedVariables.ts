import { oncePer } from './oncePer.js';
import type { VariableState } from './session.js';

/** The variables of a bot, by id and by name. */
export interface NamedVariables {
  readonly byId: ReadonlyMap<string, VariableState>;
  /** The first variable of each name that has a value. */
  readonly byName: ReadonlyMap<string, VariableState>;
}

/** Indexes a list of variables once: such lists are never changed in place. */
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

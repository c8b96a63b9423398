import type { Variable } from '../documents/variable.js';
import { isEqual } from '../flow/diff/changedPaths.js';
import { brief } from '../flow/position.js';
import type { VariableState } from '../interpreter/session.js';
import { toValue } from '../values/value.js';
import type { Move } from './moveReason.js';

/**
 * The variables of a chat under their ids and names in the version to which it moves. One that this version does not have keeps its value,
 * which belongs to the result, unless the old version reads it: then it is a reason not to move. `isRoot`: the bot was not linked from
 * another one, so its new variables have the values that are stored in the flow.
 */
export function movedVariables(
  move: Move,
  variables: readonly VariableState[],
  isRoot: boolean,
): VariableState[] {
  const { now } = move;
  const taken = new Set(variables.flatMap(({ id }) => now.variable(id)?.id ?? []));
  const moved = variables.flatMap((state) => {
    const is = now.variable(state.id) ?? madeAgain(move, state, taken);
    if (!is) return kept(move, state);
    taken.add(is.id);
    return renamed(state, is);
  });
  return isRoot ? [...initial(move, taken), ...moved] : moved;
}

function renamed(state: VariableState, { id, name, isSessionVariable }: Variable): VariableState {
  return { id, name, value: state.value, ...(isSessionVariable === true && { isSessionVariable }) };
}

/** The variable of the same name that was made in place of a deleted one. */
function madeAgain(
  { old, now }: Move,
  { name }: VariableState,
  taken: ReadonlySet<string>,
): Variable | undefined {
  const named = now.variableNamed(name);
  return named && !old.variable(named.id) && !taken.has(named.id) ? named : undefined;
}

/** A variable that the version does not have: without a value, or with the value that its flow gave it, nothing is lost. */
function kept(move: Move, state: VariableState): VariableState[] {
  const { old, now, read, reasons } = move;
  const { id: variableId, name, value } = state;
  const was = old.variable(variableId);
  if (value === null || (was && isEqual(toValue(was.value), value))) return [];
  if (read.has(variableId) || now.variableNamed(name)) {
    const message = `Variable "${brief(name)}" has a value and is not in the version`;
    reasons.push({ code: 'VARIABLE_GONE', message, variableId });
  }
  return [state];
}

/** The variables that the old version did not have, with the values stored in the flow. */
function initial({ old, now }: Move, taken: ReadonlySet<string>): VariableState[] {
  return now.definition.variables.flatMap((variable) => {
    const { id, name } = variable;
    const isNew = !taken.has(id) && !old.variable(id) && !old.variableNamed(name);
    const value = isNew && now.variable(id) === variable ? toValue(variable.value) : null;
    return value === null ? [] : [renamed({ id, name, value }, variable)];
  });
}

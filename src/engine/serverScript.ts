import type { Here, Resumption, Script, VariableWrite } from './block.js';
import type { Ask } from './effect.js';
import { toValue } from './toValue.js';

/** Asks to run an author's script here, where it may call `fetch` and `setVariable` (engine §4.4, §8.1). */
export function askToRun(script: Script): Extract<Ask, { kind: 'runScript' }> {
  return { kind: 'runScript', ...script, capabilities: { fetch: true, setVariable: true } };
}

/** What a script assigned, those before a failure too; names the flow does not have are passed over. */
export function assignedBy({ assignments = [] }: Resumption, { flow }: Here): VariableWrite[] {
  return assignments.flatMap(({ name, value }) => {
    const variable = flow.variableNamed(name);
    return variable ? [{ variableId: variable.id, value: toValue(value) }] : [];
  });
}

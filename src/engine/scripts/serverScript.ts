import type { BlockContext, ResumeInput, Script, VariableWrite } from '../blocks/kind/block.js';
import type { Effect } from '../interpreter/effect.js';
import type { Log } from '../reply/reply.js';
import { toValue } from '../values/value.js';

/**
 * Requests to run an author's script in the sandbox, where it may call `fetch` and `setVariable`. The lines it prints
 * are for its author, who sees them in a preview.
 */
export function runOnServer(
  script: Script,
  { settings: { isPreview, timeZone } }: BlockContext,
): Extract<Effect, { kind: 'runScript' }> {
  return {
    kind: 'runScript',
    ...script,
    ...(timeZone !== undefined && { timeZone }),
    capabilities: { fetch: true, setVariable: true, ...(isPreview && { console: true }) },
  };
}

/** The variables a script assigned, none when it failed; names the flow does not have are skipped. */
export function assignedBy(answer: ResumeInput, { flow }: BlockContext): VariableWrite[] {
  const assignments = (answer.ok && answer.assignments) || [];
  return assignments.flatMap(({ name, value }) => {
    const variable = flow.variableNamed(name);
    return variable ? [{ variableId: variable.id, value: toValue(value) }] : [];
  });
}

/** The lines a script printed, as logs of the block that ran it. */
export function printedBy({ printed = [] }: ResumeInput, what: string): Log[] {
  return printed.map((line) => ({ status: 'info', description: `${what} printed: ${line}` }));
}

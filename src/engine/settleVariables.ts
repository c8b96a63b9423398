import { kindOf } from './blocks/index.js';
import type { FlowDefinition } from './flow.js';
import { isJsonRecord } from './jsonRecord.js';

/**
 * The flow as it is saved: a variable that an input fills is part of the results, even where the file says that it
 * lives in the session only (data-model §2.3; the original does the same on save).
 */
export function settleVariables(definition: FlowDefinition): FlowDefinition {
  const answered = new Set(definition.groups.flatMap(({ blocks }) => blocks.map(answeredVariable)));
  const variables = definition.variables.map((variable) =>
    variable.isSessionVariable === true && answered.has(variable.id)
      ? { ...variable, isSessionVariable: false }
      : variable,
  );
  return { ...definition, variables };
}

function answeredVariable(block: { readonly type: string; readonly options?: unknown }): unknown {
  const isInput = kindOf(block.type)?.family === 'input';
  return isInput && isJsonRecord(block.options) ? block.options['variableId'] : undefined;
}

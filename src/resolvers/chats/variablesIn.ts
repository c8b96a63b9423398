import type { Session } from '../../engine/index.js';
import type { ChatVariable } from '../../schema/turnTrace.js';

/** The variables of the open bots that have a value. */
export function variablesIn({ stack }: Session): ChatVariable[] {
  return stack.flatMap(({ variables }, depth) =>
    variables.flatMap(({ id: variableId, name, value }) =>
      value === null ? [] : [{ variableId, name, value, depth }],
    ),
  );
}

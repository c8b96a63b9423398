import type { Value } from '../../src/engine/values/value.js';
import { chat } from './chat.js';
import { flowOf, type FlowSketch } from './flowOf.js';

/** What variable `X` holds after a `Set variable` block with these options; undefined when it was never written. */
export function valueAfter(
  options: object,
  variables: FlowSketch['variables'] = {},
): Value | undefined {
  const flow = flowOf({
    variables: { X: null, ...variables },
    groups: { Start: [{ type: 'Set variable', options: { variableId: 'vX', ...options } }] },
  });
  const [turn] = chat(flow);
  return turn?.session.stack[0]?.variables.find(({ id }) => id === 'vX')?.value;
}

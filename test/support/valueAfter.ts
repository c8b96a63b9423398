import type { Session } from '../../src/engine/interpreter/session.js';
import type { Value } from '../../src/engine/values/value.js';
import { chat, type ChatOptions, type Sent } from './chat.js';
import { flowOf, type BlockSketch, type FlowSketch } from './flowOf.js';

/** What the variable with this id holds after a turn; undefined when it was never written. */
export function valueIn(
  turn: { readonly session: Session } | undefined,
  variableId: string,
): Value | undefined {
  return turn?.session.stack[0]?.variables.find(({ id }) => id === variableId)?.value;
}

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
  return valueIn(turn, 'vX');
}

/** What variable `X` holds after an input got this answer; undefined when the input did not take it. */
export function keptBy(
  input: BlockSketch,
  answer: Sent,
  { variables, ...around }: ChatOptions & Pick<FlowSketch, 'variables'> = {},
): Value | undefined {
  const flow = flowOf({ variables: { X: null, ...variables }, groups: { Start: [input] } });
  const [, turn] = chat(flow, [answer], around);
  return valueIn(turn, 'vX');
}

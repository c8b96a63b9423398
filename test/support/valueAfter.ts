import type { Session } from '../../src/engine/interpreter/session.js';
import type { Value } from '../../src/engine/values/value.js';
import { chat, type ChatOptions, type Sent } from './chat.js';
import { flowOf, type BlockSketch, type FlowSketch } from './flowOf.js';

/** The value of a variable after a turn; undefined where it was never set. */
export function valueIn(
  turn: { readonly session: Session } | undefined,
  variableId: string,
): Value | undefined {
  return turn?.session.stack[0]?.variables.find(({ id }) => id === variableId)?.value;
}

/** The value of variable `X` after a `Set variable` block with these options; undefined where it was never set. */
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

/** The value of variable `X` after this answer to an input; undefined where the input rejected it. */
export function keptBy(
  input: BlockSketch,
  answer: Sent,
  { variables, ...around }: ChatOptions & Pick<FlowSketch, 'variables'> = {},
): Value | undefined {
  const flow = flowOf({ variables: { X: null, ...variables }, groups: { Start: [input] } });
  const [, turn] = chat(flow, [answer], around);
  return valueIn(turn, 'vX');
}

import { expect } from '@jest/globals';
import type { Effect } from '../../src/engine/interpreter/effect.js';
import type { Session } from '../../src/engine/interpreter/session.js';
import type { StepResult } from '../../src/engine/interpreter/step.js';
import type { Value } from '../../src/engine/values/value.js';
import { answerOf } from './answerOf.js';
import { chat, type ChatOptions, newSession, runTurn, type Sent } from './chat.js';
import { type BlockSketch, flowOf, type FlowSketch } from './flowOf.js';
import { recordAt, recordsAt, textAt } from './parts.js';

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

/** The effects that blocks request in the first turn of a chat that begins with them, except those that evaluate code. */
export function effectsIn(
  block: BlockSketch | readonly BlockSketch[],
  variables: FlowSketch['variables'] = {},
  { answer = answerOf, ...start }: ChatOptions = {},
): Effect[] {
  const flow = flowOf({ variables, groups: { Start: [block].flat() } });
  const effects: Effect[] = [];
  const recording = (effect: Effect) => {
    if (effect.kind !== 'evaluate') effects.push(effect);
    return answer(effect);
  };
  runTurn(() => flow, newSession(flow, start), { type: 'start' }, { answer: recording });
  return effects;
}

/** The value that a client with these globals computes for the `setVariable` action at the end of a turn. */
export function reported(turn: StepResult | undefined, globals: object): unknown {
  const action = turn?.events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  expect(action).toMatchObject([
    { type: 'setVariable', expectsDedicatedReply: true, setVariable: { scriptToExecute: {} } },
  ]);
  const script = recordAt(action?.[0], 'setVariable.scriptToExecute');
  const [content, args] = [textAt(script, 'content'), recordsAt(script, 'args')];
  const values = Object.fromEntries(args.map(({ id, value }) => [String(id), value] as const));
  const body = content.includes('return ') ? content : `return ${content}`;
  return runCode(body, { ...globals, ...values });
}

/** Runs code as a client does, as the body of a function whose parameters are these globals. */
export function runCode(body: string, globals: Readonly<Record<string, unknown>>): unknown {
  const code = new Function(...Object.keys(globals), body);
  return Reflect.apply(code, undefined, Object.values(globals));
}

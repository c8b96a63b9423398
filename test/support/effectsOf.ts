import type { Effect } from '../../src/engine/interpreter/effect.js';
import { answerOf } from './answerOf.js';
import { newSession, runTurn, type ChatOptions } from './chat.js';
import { flowOf, type BlockSketch, type FlowSketch } from './flowOf.js';

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

import type { Effect } from '../../src/engine/interpreter/effect.js';
import { answerOf } from './answerOf.js';
import { newSession, runTurn, type ChatOptions } from './chat.js';
import { flowOf, type BlockSketch, type FlowSketch } from './flowOf.js';

/** What a block, and those after it, ask of the outside when a chat begins with it, apart from code to evaluate. */
export function effectsIn(
  block: BlockSketch | readonly BlockSketch[],
  variables: FlowSketch['variables'] = {},
  { answer = answerOf, ...start }: ChatOptions = {},
): Effect[] {
  const flow = flowOf({ variables, groups: { Start: [block].flat() } });
  const asks: Effect[] = [];
  const recording = (ask: Effect) => {
    if (ask.kind !== 'evaluate') asks.push(ask);
    return answer(ask);
  };
  runTurn(() => flow, newSession(flow, start), { type: 'start' }, { answer: recording });
  return asks;
}

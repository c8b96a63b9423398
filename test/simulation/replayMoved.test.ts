import { expect, test } from '@jest/globals';
import type { EffectResult, Flow } from '../../src/engine/index.js';
import { replayChat } from '../../src/simulation/replayChat.js';
import { ask, flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { keptChat, targetOf } from '../support/keptChats.js';
import { recorded } from '../support/recorded.js';

const NONE: EffectResult = { ok: false, error: 'Nothing is asked' };
const name = ask('text input', 'Said');

/** A flow with this id, of one group. */
const flowNamed = (id: string, blocks: readonly BlockSketch[]): Flow =>
  flowOf({ variables: { Said: null }, groups: { G0: [...blocks] } }, id);

test('a chat that moved is the same with the version it began with, and another with any other flow', async () => {
  const there = flowNamed('there', [name, say('Bye {{Said}}'), name]);
  const flow = flowNamed('then', [name, say('Hi {{Said}}'), name, say('Still here'), name]);
  const text = (said: string) => ({ type: 'message', message: { text: said } }) as const;
  const inputs = [{ type: 'start' } as const, text('Ada'), text('Bob')];
  const kept = { flow, flows: [there], inputs, moves: { 2: there }, answer: () => NONE };
  const chat = await keptChat(kept);
  expect(chat.turns[1]?.events[0]).toMatchObject({ kind: 'moved', versionId: 'there' });
  expect(await replayChat(targetOf(flow, [there]), chat)).toEqual({ outcome: 'SAME' });
  expect(await replayChat(targetOf(flow), chat)).toMatchObject({ turn: 2, reason: 'FLOW_GONE' });
  const other = flowNamed('other', [name, say('Hi {{Said}}'), name]);
  const outcome = await replayChat(targetOf(other, [there]), chat);
  expect(outcome).toMatchObject({ outcome: 'DIFFERENT', turn: 2, kind: 'MESSAGE' });
});

test('a chat that ended because it could not move is the same with the version it began with, and goes on with a flow that takes its message', async () => {
  const flow = flowNamed('then', [name, say('Hi {{Said}}'), name]);
  const other = flowNamed('other', [name, say('Hello {{Said}}'), name]);
  const gone = flowNamed('gone', [say('Bye')]);
  const inputs = [{ type: 'start' }, { type: 'message', message: { text: 'Ada' } }] as const;
  const kept = { flow, flows: [gone], inputs, moves: { 2: gone }, answer: () => NONE };
  const chat = await keptChat({ ...kept, farewell: 'We changed' });
  expect(chat.turns[1]?.events.at(-1)).toMatchObject({ kind: 'turnEnd', isEnded: true });
  // A test of the chat has what its flow said.
  const made = await recorded({ ...kept, inputs: [...inputs], farewell: 'We changed' });
  expect(made).toMatchObject({ test: { steps: [{ expect: {} }] } });
  expect(await replayChat(targetOf(flow, [gone]), chat)).toEqual({ outcome: 'SAME' });
  expect(await replayChat(targetOf(flow), chat)).toMatchObject({ turn: 2, reason: 'FLOW_GONE' });
  const goesOn = { outcome: 'DIFFERENT', turn: 2, kind: 'GOES_ON', blockId: 'G0.1' };
  expect(await replayChat(targetOf(other), chat)).toMatchObject(goesOn);
  const now = flowNamed('gone', [name, say('Hello {{Said}}'), name]);
  expect(await replayChat(targetOf(flow, [now]), chat)).toMatchObject(goesOn);
});

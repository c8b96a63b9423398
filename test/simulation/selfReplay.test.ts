import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { EffectResult, Flow, HandledEffect } from '../../src/engine/index.js';
import { replayChat } from '../../src/simulation/replayChat.js';
import { openSimulationGate } from '../../src/simulation/simulationGate.js';
import { answerOf } from '../support/answerOf.js';
import { anyAnswer, anyFlow, anySent } from '../support/anyFlow.js';
import { loadedBot, messageInput } from '../support/chat.js';
import { ask, type BlockSketch, flowOf, say } from '../support/flowOf.js';
import { keptChat, type KeptPlay, recorded, targetOf } from '../support/keptChats.js';
import { exampleFlow, exampleNames, TEXTS } from '../support/playExample.js';
import { fc } from '../support/properties.js';
import { readChat } from '../support/readChat.js';

const SAME = { outcome: 'SAME' };

/** The outcome of a chat that is replayed with its own flow, for which no code is run again. */
async function outcomeOf(play: KeptPlay): Promise<unknown> {
  const target = targetOf(play.flow, play.flows);
  const chat = await keptChat(play);
  // A chat whose first turn is refused does not begin.
  if (chat.turns.length === 0) return SAME;
  const outcome = await replayChat(target, chat);
  expect(target.codeRun).toEqual([]);
  return outcome;
}

const transcripts = new URL('../transcripts/', import.meta.url);

/** The service of this conversation answers with a secret, which is not kept. */
const SECRETIVE = 'logs-in-a-live-chat.chat';
const names = readdirSync(transcripts).filter((name) => name.endsWith('.chat'));

test.each(names)('the conversation of %s goes the same way again', async (name) => {
  const conversation = readChat(readFileSync(new URL(name, transcripts), 'utf8'));
  const { flow, messages } = conversation;
  const {
    firstMessage,
    at,
    isOnlyRegistered,
    flows = [],
    answer = answerOf,
    ...options
  } = conversation.options;
  const start = {
    timeZone: options.timeZone,
    messenger: options.messenger,
    prefilledVariables: options.prefilledVariables,
    remembered: options.remembered,
    isStreamEnabled: options.isStreamEnabled ?? false,
  };
  const message = firstMessage === undefined ? undefined : { text: firstMessage };
  const begun = isOnlyRegistered ? [] : [{ type: 'start', at, message } as const];
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  const play = {
    ...{ flow, flows, start },
    inputs: [...begun, ...messages.map(messageInput)],
    answer: (effect: HandledEffect) => loadedBot(effect, known) ?? answer(effect),
  };
  const expected = name === SECRETIVE ? { outcome: 'UNKNOWN', reason: 'NOT_KEPT' } : SAME;
  expect(await outcomeOf(play)).toMatchObject(expected);
});

test.each(exampleNames)(
  'a visitor of the example %s would receive the same again',
  async (name) => {
    const flow = exampleFlow(name);
    const picks = fc.array(fc.constantFrom(...TEXTS), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(picks, anyAnswer, async (texts, result) => {
        const inputs = [
          { type: 'start' } as const,
          ...texts.map((text) => ({ type: 'message', message: { text } }) as const),
        ];
        const answer = (effect: HandledEffect) =>
          effect.kind === 'evaluate' ? answerOf(effect) : result;
        expect(await outcomeOf({ flow, inputs, answer })).toEqual(SAME);
      }),
      { numRuns: 30 },
    );
  },
);

test('chats of any flows go the same way again', async () => {
  const chat = fc.record({
    sent: fc.array(anySent, { maxLength: 3 }),
    results: fc.array(anyAnswer, { minLength: 1, maxLength: 3 }),
  });
  // Flows take longer to make than chats.
  const chats = fc.array(chat, { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anyFlow('flow'), anyFlow('other'), chats, async (flow, other, played) => {
      const known = new Map([flow, other].map((one) => [one.id, one]));
      for (const { sent, results } of played) {
        let count = 0;
        const answer = (effect: HandledEffect): EffectResult => {
          // In turn, so that a result which is given to another effect shows.
          count += 1;
          const result = results[count % results.length];
          return loadedBot(effect, known) ?? result ?? { ok: true };
        };
        const inputs = [{ type: 'start' } as const, ...sent.map(messageInput)];
        expect(await outcomeOf({ flow, flows: [other], inputs, answer })).toEqual(SAME);
      }
    }),
    { numRuns: 100 },
  );
});

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

test('a person runs one simulation at a time, a process four, and places are free again afterwards', () => {
  const gate = openSimulationGate();
  const ends = ['ada', 'ben', 'cleo'].map((userId) => gate.begin(userId));
  expect(() => gate.begin('ada')).toThrow('You run another simulation');
  ends.push(gate.begin('dan'));
  expect(() => gate.begin('eve')).toThrow('Other simulations run now');
  ends[0]?.();
  expect(() => gate.begin('ben')).toThrow('You run another simulation');
  expect(gate.begin('eve')).toBeInstanceOf(Function);
  expect(() => gate.begin('ada')).toThrow(expect.objectContaining({ reason: 'SIMULATIONS_BUSY' }));
});

test('tests before publishing wait for those of others, whatever these come to, and for nothing else', async () => {
  const gate = openSimulationGate();
  gate.begin('ada');
  const order: string[] = [];
  const failing = gate.inTurn(async () => {
    await Promise.resolve();
    order.push('first');
    throw new Error('It fails');
  });
  const second = gate.inTurn(async () => void order.push('second'));
  await expect(failing).rejects.toThrow('It fails');
  await second;
  expect(order).toEqual(['first', 'second']);
});

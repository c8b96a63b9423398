import { expect, test } from '@jest/globals';
import type { EffectResult, Flow, HandledEffect } from '../../src/engine/index.js';
import type { ReplayRecord } from '../../src/schema/chatReplay.js';
import { replayChat, type KeptChat, type ReplayOutcome } from '../../src/simulation/replayChat.js';
import { ask, flowOf, say, type BlockSketch } from '../support/flowOf.js';
import { keptChat, targetOf } from '../support/keptChats.js';
import { caller, send, waiting } from '../support/waitingChat.js';

const DONE: EffectResult = { ok: true, value: { statusCode: 200, body: 'done' } };

/** A flow with this id, of groups. */
const flowNamed = (id: string, ...groups: readonly (readonly BlockSketch[])[]): Flow =>
  flowOf(
    {
      variables: { Said: null, X: null },
      groups: Object.fromEntries(groups.map((blocks, n) => [`G${n}`, blocks])),
    },
    id,
  );

/** What was kept of a chat of these blocks, in which a visitor sends texts. */
const chatOf = (blocks: readonly BlockSketch[], ...texts: readonly string[]): Promise<KeptChat> => {
  const inputs = [
    { type: 'start' } as const,
    ...texts.map((text) => ({ type: 'message', message: { text } }) as const),
  ];
  return keptChat({ flow: flowNamed('then', blocks), inputs, answer: () => DONE });
};

/** How the chat of these blocks would go with others. */
async function replayed(
  then: readonly BlockSketch[],
  now: readonly BlockSketch[],
  ...texts: readonly string[]
): Promise<ReplayOutcome> {
  return replayChat(targetOf(flowNamed('now', now)), await chatOf(then, ...texts));
}

const name = ask('text input', 'Said');
const colours = (...labels: readonly string[]): BlockSketch => ({
  type: 'choice input',
  items: labels.map((content) => ({ id: content, content })),
});
const request = (url: string): BlockSketch => ({
  type: 'Webhook',
  options: { webhook: { url, method: 'GET' } },
});
const code = (expressionToEvaluate: string, more: object = {}): BlockSketch => ({
  type: 'Set variable',
  options: { variableId: 'vX', expressionToEvaluate, ...more },
});

test('a flow whose ids and looks alone are new says the same', async () => {
  const renamed = [
    { ...name, id: 'new' },
    { ...say('Hi {{Said}}'), id: 'newer' },
  ];
  expect(await replayed([name, say('Hi {{Said}}')], renamed, 'Ada')).toEqual({ outcome: 'SAME' });
});

test('another text is the first difference, with both sides', async () => {
  const outcome = await replayed([name, say('Hi {{Said}}')], [name, say('Hello {{Said}}')], 'Ada');
  expect(outcome).toMatchObject({
    outcome: 'DIFFERENT',
    kind: 'MESSAGE',
    turn: 2,
    blockId: 'G0.2',
  });
  expect(outcome).toMatchObject({
    was: expect.stringContaining('Hi Ada') as unknown,
    is: expect.stringContaining('Hello Ada') as unknown,
  });
});

test.each([
  ['ends earlier', [say('Hi'), name], [say('Hi')], { kind: 'ENDS_EARLIER', blockId: 'G0.2' }],
  ['goes on where it ended', [say('Hi')], [say('Hi'), name], { kind: 'GOES_ON', blockId: 'G0.2' }],
  [
    'says one thing more before it ends',
    [say('Hi')],
    [say('Hi'), say('Bye')],
    { kind: 'MESSAGE', blockId: 'G0.2' },
  ],
  ['asks for something else', [name], [ask('number input', 'Said')], { kind: 'INPUT' }],
  ['offers other items', [colours('Red')], [colours('Blue')], { kind: 'INPUT' }],
])('a chat that %s is different', async (_, then, now, difference) => {
  expect(await replayed(then, now)).toMatchObject({ outcome: 'DIFFERENT', turn: 1, ...difference });
});

test('a chat is stuck where an answer is not understood any more, and different where it is', async () => {
  const [then, now] = [
    [colours('Red'), say('Bye')],
    [colours('Blue'), say('Bye')],
  ];
  expect(await replayed(then, now, 'Red')).toMatchObject({
    outcome: 'STUCK',
    turn: 2,
    blockId: 'G0.1',
  });
  const more = [colours('Red', 'Blue'), say('Bye')];
  expect(await replayed(then, more, 'Red')).toMatchObject({
    outcome: 'DIFFERENT',
    turn: 1,
    kind: 'INPUT',
  });
});

test('a chat is stuck where its command is not known any more', async () => {
  const flow = (command: string) =>
    flowOf({
      groups: { A: [name], B: [say('Help')] },
      variables: { Said: null },
      events: [{ type: 'command', options: { command }, to: 'B' }],
    });
  const inputs = [{ type: 'start' }, { type: 'message', message: { command: 'help' } }] as const;
  const chat = await keptChat({ flow: flow('help'), inputs, answer: () => DONE });
  expect(await replayChat(targetOf(flow('more')), chat)).toMatchObject({
    outcome: 'STUCK',
    kind: 'REFUSED',
    turn: 2,
  });
});

test.each([
  [
    'asks a service for something that it did not ask for then',
    [say('Hi')],
    [say('Hi'), request('https://a.io')],
    'NEW_REQUEST',
  ],
  [
    'asks a service for something else',
    [request('https://a.io')],
    [request('https://b.io')],
    'CHANGED_REQUEST',
  ],
])('nobody knows how a chat would go whose flow %s', async (_, then, now, reason) => {
  expect(await replayed(then, now)).toMatchObject({ outcome: 'UNKNOWN', turn: 1, reason });
});

test('a difference after a request that was changed is still a difference', async () => {
  const [then, now] = [
    [request('https://a.io'), say('A')],
    [request('https://b.io'), say('B')],
  ];
  expect(await replayed(then, now)).toMatchObject({ outcome: 'DIFFERENT', kind: 'MESSAGE' });
});

test('code that is new is run, and services give the following effects what they gave then', async () => {
  const then = [request('https://a.io'), say('Hi')];
  const now = [
    { ...code('1 + 1'), id: 'new' },
    ...then.map((block, n) => ({ ...block, id: `G0.${n + 1}` })),
  ];
  const target = targetOf(flowNamed('now', now), [], { ok: true, value: 2 });
  expect(await replayChat(target, await chatOf(then))).toEqual({ outcome: 'SAME' });
  expect(target.codeRun).toMatchObject([{ kind: 'runScript' }]);
});

test('nobody knows what another bot would have given, nor code that sends a request', async () => {
  const link = (botId: string) => ({ type: 'Bot link', options: { botId } });
  const outcomes = [
    await replayed([link('a')], [link('b')]),
    await replayed([code('1 + 1')], [code('fetch()')]),
  ];
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ outcome: 'UNKNOWN', reason: 'CHANGED_REQUEST' });
  }
});

test('a chat is never the same where something was not kept', async () => {
  const blocks = [name, request('https://a.io'), name];
  const { sessionId, turns } = await chatOf(blocks, 'Ada', 'Grace');
  const [first, second, third] = turns;
  if (!first || !second || !third) throw new Error('The chat has three turns');
  const without = (more: object) => ({ ...second, record: { ...second.record, ...more } });
  const [result] = second.record.results ?? [];
  const omitted = { omitted: 'SIZE' } as const;
  const lacking = [
    [second, third],
    [first, third],
    [{ ...first, record: { ...first.record, start: omitted } }, second],
    [first, without({ input: omitted })],
    [first, without({ results: [{ ...result, result: undefined, ...omitted }] })],
  ];
  for (const kept of lacking) {
    const outcome = await replayChat(targetOf(flowNamed('now', blocks)), {
      sessionId,
      turns: kept,
    });
    expect(outcome).toMatchObject({ outcome: 'UNKNOWN', reason: 'NOT_KEPT' });
  }
});

test('one effect more does not change what is drawn after the next ones', async () => {
  const draw = { type: 'Set variable', options: { variableId: 'vX', type: 'Random ID' } };
  const then = [request('https://a.io'), draw, say('{{X}}')];
  const now = [
    { ...code('1 + 1'), id: 'new' },
    ...then.map((block, n) => ({ ...block, id: `G0.${n + 1}` })),
  ];
  const target = targetOf(flowNamed('now', now), [], { ok: true, value: 2 });
  expect(await replayChat(target, await chatOf(then))).toEqual({ outcome: 'SAME' });
});

test('a linked bot that links back leads to the other flow, too', async () => {
  const link = (botId: string) => ({ type: 'Bot link', options: { botId } });
  const then = flowNamed('then', [name, link('other'), say('Bye')]);
  const now = flowNamed('now', [name, link('other'), say('Bye')], [say('Unused')]);
  const other = flowNamed('other', [link('bot')]);
  const answer = (effect: HandledEffect): EffectResult => {
    const botId = effect.kind === 'loadBot' ? effect.botId : '';
    return {
      ok: true,
      value: { botId, flowId: botId === 'bot' ? 'then' : 'other', resultId: 'res_2' },
    };
  };
  const inputs = [{ type: 'start' }, { type: 'message', message: { text: 'Ada' } }] as const;
  const chat = await keptChat({ flow: then, flows: [other], inputs, answer });
  expect(chat.turns[1]?.record.results).toHaveLength(2);
  expect(await replayChat(targetOf(now, [other]), chat)).toEqual({ outcome: 'SAME' });
});

test('a flow that is no longer stored leaves unknown how the chat would go', async () => {
  const link = { type: 'Bot link', options: { botId: 'other' } };
  const [then, other] = [flowNamed('then', [link]), flowNamed('other', [say('Hi')])];
  const answer = () => ({ ok: true, value: { botId: 'other', flowId: 'other' } }) as const;
  const chat = await keptChat({ flow: then, flows: [other], inputs: [{ type: 'start' }], answer });
  expect(await replayChat(targetOf(then, [other]), chat)).toEqual({ outcome: 'SAME' });
  expect(await replayChat(targetOf(then), chat)).toMatchObject({
    outcome: 'UNKNOWN',
    reason: 'FLOW_GONE',
  });
});

test('a replay fails where the database is lost or a program is wrong, and does not say that a flow is gone', async () => {
  const link = { type: 'Bot link', options: { botId: 'other' } };
  const [then, other] = [flowNamed('then', [link]), flowNamed('other', [say('Hi')])];
  const answer = () => ({ ok: true, value: { botId: 'other', flowId: 'other' } }) as const;
  const chat = await keptChat({ flow: then, flows: [other], inputs: [{ type: 'start' }], answer });
  const target = targetOf(then);
  const load = async () => Promise.reject(new Error('Connection terminated unexpectedly'));
  const lost = { ...target, ports: { ...target.ports, flows: { ...target.ports.flows, load } } };
  await expect(replayChat(lost, chat)).rejects.toThrow('The database does not work now');
  const code = (expressionToEvaluate: string) =>
    flowNamed('now', [
      { type: 'Set variable', options: { variableId: 'vX', expressionToEvaluate } },
    ]);
  const coded = await keptChat({ flow: code('1 + X'), inputs: [{ type: 'start' }], answer });
  const runCode = async () => Promise.reject(new TypeError('a bug'));
  const wrong = { ...targetOf(code('2 + X')), runCode };
  await expect(replayChat(wrong, coded)).rejects.toThrow('a bug');
});

test('a turn that another process took over, for a call with a key, goes the same way again', async () => {
  const answers: EffectResult[] = [DONE, { ok: false, error: 'late' }];
  const store = waiting(caller, {
    handleEffect: async () => answers.shift() ?? { ok: true, value: 'other' },
  });
  const start = { flowId: caller.id, botId: 'bot', resultId: 'res_1', isStreamEnabled: false };
  const state = store.chat.row.state as { settings: object };
  store.chat.row = {
    ...store.chat.row,
    state: { ...state, settings: { ...state.settings, isReplayable: true } },
  };
  const kept: KeptChat['turns'][number][] = [
    {
      turn: 1,
      record: { beganAt: 0, start, input: { type: 'start' } },
      events: [
        {
          kind: 'input',
          input: { id: 'Loop.1', type: 'text input', options: { variableId: 'vSaid' } },
        },
      ],
    },
  ];
  let isCrashing = true;
  store.before = (statement, [turn]) => {
    if (!statement.startsWith('turn_commit')) return;
    if (isCrashing) throw new Error('The process ends');
    const { write } = turn as Parameters<typeof store.ports.turns.write>[0];
    const record = JSON.parse(write.replay ?? '') as ReplayRecord; // As the server made it.
    kept.push({ turn: write.turn, events: write.events, record });
  };
  const once = { key: 'k', requestHash: 'h' };
  await expect(send(store, { once })).rejects.toThrow('The process ends');
  isCrashing = false;
  store.time += 60_000;
  store.chat.row = { ...store.chat.row, lease: 'left' };
  expect(await send(store, { once })).toEqual(['Done Ada']);
  expect(answers).toEqual([]);
  expect(kept[1]?.record).toMatchObject({
    beganAt: 1_000,
    results: [{ result: DONE }, { result: { ok: false } }],
  });
  expect(await replayChat(targetOf(caller), { sessionId: 'ses_1', turns: kept })).toEqual({
    outcome: 'SAME',
  });
});

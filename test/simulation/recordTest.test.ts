import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { EffectResult, HandledEffect } from '../../src/engine/index.js';
import { loggedChat } from '../../src/simulation/loggedChat.js';
import { recordTest } from '../../src/simulation/recordTest.js';
import { answerOf } from '../support/answerOf.js';
import { loadedBot, messageInput } from '../support/chat.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { keptChat, type KeptPlay, linkedBot, recorded } from '../support/keptChats.js';
import { exampleFlow, exampleNames, TEXTS } from '../support/playExample.js';
import { fc } from '../support/properties.js';
import { readChat } from '../support/readChat.js';

const transcripts = new URL('../transcripts/', import.meta.url);
const names = readdirSync(transcripts).filter((name) => name.endsWith('.chat'));

/** The clients of these did what no test does: they streamed models themselves, or recorded a voice. */
const OF_CLIENTS = /^(?:classic-model\.|model-(?:gives|in|streams)|restricted-|what-is-kept)/;

test.each(names)('the conversation of %s becomes a test that passes', async (name) => {
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
  const message = firstMessage === undefined ? undefined : { text: firstMessage };
  const begun = isOnlyRegistered ? [] : [{ type: 'start', at, message } as const];
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  const made = await recorded({
    ...{ flow, flows },
    start: {
      timeZone: options.timeZone,
      messenger: options.messenger,
      prefilledVariables: options.prefilledVariables,
      remembered: options.remembered,
      isStreamEnabled: options.isStreamEnabled ?? false,
    },
    inputs: [...begun, ...messages.map(messageInput)],
    answer: (effect: HandledEffect) => loadedBot(effect, known) ?? answer(effect),
  });
  if (at) expect(made).toContain('It began at a chosen place; tests begin where visitors do');
  else if (OF_CLIENTS.test(name)) expect(made).toMatch(/Turn \d+ goes another way: the chat shows/);
  // A recording is run once more before it is given out.
  else expect(made).toMatchObject({ test: { format: 1 } });
});

test.each(exampleNames)('any chat with the example %s becomes a test', async (name) => {
  const flow = exampleFlow(name);
  const picks = fc.array(fc.constantFrom(...TEXTS), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(picks, fc.boolean(), async (texts, isPreview) => {
      const inputs = [
        { type: 'start' } as const,
        ...texts.map((text) => ({ type: 'message', message: { text } }) as const),
      ];
      const made = await recorded({ flow, inputs, answer: answerAny }, { isPreview });
      expect(made).toMatchObject({ test: { format: 1 } });
    }),
    { numRuns: 5 },
  );
});

const response = { ok: true, value: { statusCode: 200, body: '{"number":7}' } } as const;
const answerAny = (effect: HandledEffect): EffectResult =>
  effect.kind === 'evaluate' || effect.kind === 'runScript' ? answerOf(effect) : response;

const expressionToEvaluate = 'return new Date().toISOString().slice(0, 10)';
const shop = flowOf({
  variables: { Name: null, Mail: null, Number: null, Today: null, Source: null },
  groups: {
    Start: [
      say('Hello'),
      ask('text input', 'Name'),
      ask('email input', 'Mail'),
      {
        type: 'choice input',
        items: [
          { id: 'yes', content: 'Yes', to: 'Order' },
          { id: 'no', content: 'No', to: 'Bye' },
        ],
      },
    ],
    Order: [
      {
        type: 'Set variable',
        options: { variableId: 'vToday', expressionToEvaluate, isCode: true },
      },
      {
        type: 'Webhook',
        options: {
          webhook: { url: 'https://shop.example/orders', method: 'POST' },
          responseVariableMapping: [{ id: '1', bodyPath: 'data.number', variableId: 'vNumber' }],
        },
      },
      say('{{Name}} ({{Mail}}, {{Source}}): number {{Number}} of {{Today}}'),
      ask('file input'),
      ask('phone number input'),
    ],
    Bye: [say('Bye')],
  },
});
const sent = (message: object) => ({ type: 'message', message }) as const;
const file = 'https://files.example/1/grace.pdf';
const told: KeptPlay = {
  flow: shop,
  start: { prefilledVariables: { Source: 'ad of Grace', Gone: 'x' } },
  inputs: [
    { type: 'start' },
    sent({ text: 'Grace Hopper' }),
    sent({ text: 'grace' }),
    sent({ text: 'Grace@Navy.mil' }),
    sent({ text: 'Yes', replyId: 'yes' }),
    sent({ text: file, uploads: [{ url: file, bytes: 7 }] }),
    sent({ text: '+33 6 99 99 99 99' }),
  ],
  answer: (effect) =>
    effect.kind === 'httpRequest'
      ? { ok: true, value: { statusCode: 200, body: '{"number":7,"to":"grace@navy.mil"}' } }
      : answerOf(effect),
};

test('a test of a preview has its answers, what services answered, and what the bot said', async () => {
  const made = await recorded(told, { isPreview: true });
  expect(made).toMatchObject({
    test: {
      name: 'A chat',
      seed: '1',
      variables: { Source: 'ad of Grace' },
      stubs: [
        {
          ...{ block: 'Order.2', nth: 1 },
          result: { statusCode: 200, body: { number: 7, to: 'grace@navy.mil' } },
        },
      ],
    },
  });
  if (typeof made === 'string') throw new Error(made);
  expect(made.test.steps.filter(({ wait }) => wait === undefined)).toMatchObject([
    { expect: { texts: ['Hello'], input: { kind: 'text input' }, ends: false } },
    { say: 'Grace Hopper' },
    { expect: { texts: [], input: { kind: 'email input' } } },
    { say: 'grace' },
    { expect: { texts: [expect.stringContaining("doesn't seem to be valid")] } },
    { say: 'Grace@Navy.mil' },
    { expect: { input: { kind: 'choice input', items: ['Yes', 'No'] } } },
    { choose: 'Yes' },
    {
      expect: {
        texts: [
          expect.stringMatching(/^Grace Hopper \(grace@navy.mil, ad of Grace\): number 7 of /),
        ],
      },
    },
    { upload: [{ name: 'grace.pdf', bytes: 7 }] },
    { expect: { input: { kind: 'phone number input' } } },
    { say: '+33 6 99 99 99 99' },
    { expect: { texts: [], input: null, ends: true } },
  ]);
});

test('a test of a result has nothing that its visitor typed, and still goes the same way', async () => {
  const made = await recorded(told);
  expect(JSON.stringify(made)).not.toMatch(/grace|navy|99 99/i);
  expect(made).toMatchObject({
    test: { variables: { Source: 'Some text 1' }, stubs: [{ result: { body: { number: 7 } } }] },
    notes: [expect.stringContaining('replaced')],
  });
});

test('where a flow decides by the words of its visitor, they stay, but not their addresses', async () => {
  const flow = flowOf({
    variables: { Wish: null, Mail: null },
    groups: {
      Start: [
        ask('text input', 'Wish'),
        ask('email input', 'Mail'),
        {
          type: 'Condition',
          items: [
            {
              ...{ id: 'i', to: 'Lamp' },
              content: {
                comparisons: [
                  { id: 'c', variableId: 'vWish', comparisonOperator: 'Contains', value: 'lamp' },
                ],
              },
            },
          ],
        },
        say('Nothing'),
      ],
      Lamp: [say('A lamp for {{Mail}}: {{Wish}}')],
    },
  });
  const inputs = [
    { type: 'start' } as const,
    sent({ text: 'a lamp, please, to ada@lovelace.org' }),
    sent({ text: 'ada@lovelace.org' }),
  ];
  expect(await recorded({ flow, inputs, answer: answerOf })).toMatchObject({
    test: {
      steps: [
        {},
        { say: 'a lamp, please, to visitor1@example.com' },
        {},
        { say: 'visitor1@example.com' },
        {
          expect: {
            texts: ['A lamp for visitor1@example.com: a lamp, please, to visitor1@example.com'],
          },
        },
      ],
    },
    notes: [expect.stringContaining('read them')],
  });
});

test('what a service answered is to be filled in where it was not kept', async () => {
  const chat = await keptChat(told);
  const turns = chat.turns.map((turn) => ({ ...turn, record: { ...turn.record, results: [] } }));
  const { test: made, notes } = await recordTest(linkedBot(shop), {
    ...{ name: 'A chat', chat: { ...chat, turns }, isPreview: true, masked: ['SECRETS'] },
  });
  expect(made.stubs).toEqual([
    { block: 'Order.2', nth: 1, result: { statusCode: 200, body: { number: 'Sample' } } },
  ]);
  expect(notes).toContain(
    'Webhook in "Order" (Order.2): what it was answered the first time was not kept; fill in its stub',
  );
});

test('a chat that goes by chance becomes a test with a seed that goes the same way', async () => {
  const split = {
    type: 'AB test',
    options: { aPercent: 50 },
    items: [
      { id: 'a', path: 'a', to: 'A' },
      { id: 'b', path: 'b', to: 'B' },
    ],
  };
  const flow = flowOf({ groups: { Start: [split], A: [say('A')], B: [say('B')] } });
  const inputs = [{ type: 'start' } as const];
  const chat = await keptChat({ flow, inputs, answer: answerOf });
  const other = (text: string) => ({
    ...chat,
    turns: chat.turns.map((turn) => ({
      ...turn,
      events: turn.events.map((event) =>
        event.kind === 'message'
          ? {
              ...event,
              message: { ...event.message, id: `${text}.1`, content: { plainText: text } },
            }
          : event,
      ),
    })),
  });
  for (const text of ['A', 'B']) {
    const { test: made } = await recordTest(linkedBot(flow), {
      ...{ name: 'A chat', chat: other(text), isPreview: true, masked: ['SECRETS'] },
    });
    expect(made.steps).toEqual([{ expect: { texts: [text], input: null, ends: true } }]);
  }
});

test('a chat of which only the log was kept becomes a test as far as that tells', async () => {
  const { turns, sessionId } = await keptChat(told);
  const events = turns.flatMap(({ turn, events: shown }) =>
    shown.map((event) => ({ turn, at: new Date(turn * 1_000), event })),
  );
  const chat = loggedChat(
    sessionId,
    { flowId: shop.id, botId: 'bot', isStreamEnabled: false },
    events,
  );
  const { test: made } = await recordTest(linkedBot(shop), {
    ...{ name: 'A chat', chat, isPreview: false, masked: ['TEXTS', 'PERSONAL'] },
  });
  expect(JSON.stringify(made.steps)).toContain('{"choose":"Yes"}');
  expect(made.stubs).toMatchObject([{ result: { body: { number: 'Sample' } } }]);
});

import { expect, test } from '@jest/globals';
import { botTestSchema, type Flow } from '../../src/engine/index.js';
import { openReached, shareOf } from '../../src/simulation/reached.js';
import { runTest, type TestOutcome } from '../../src/simulation/runTest.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { sandbox } from '../support/sandboxes.js';

const choice = {
  type: 'choice input',
  items: [
    { id: 'yes', content: 'Yes', to: 'Order' },
    { id: 'no', content: 'No', to: 'Bye' },
  ],
};
const request = {
  type: 'Webhook',
  options: {
    webhook: { url: 'https://shop.example/orders', method: 'POST' },
    responseVariableMapping: [{ id: '1', bodyPath: 'data.number', variableId: 'vNumber' }],
  },
};
const code = (text: string) => ({
  type: 'Set variable',
  options: { variableId: 'vDrawn', expressionToEvaluate: text, isCode: true },
});
const shop = flowOf({
  variables: { Name: null, Number: null, Drawn: null },
  groups: {
    Start: [say('Hello'), ask('text input', 'Name'), say('Order, {{Name}}?'), choice],
    Order: [
      code('return new Date().toISOString().slice(0, 10)'),
      request,
      say('Number {{Number}} of {{Drawn}}'),
      { type: 'Redirect', options: { url: 'https://shop.example/done' } },
    ],
    Bye: [say('Bye')],
  },
});

/** Runs a test of a flow, and says how it went. */
async function run(flow: Flow, sent: object): Promise<TestOutcome> {
  const written = { format: 1, name: 'It works', now: '2026-05-01T12:00:00Z', seed: '1', ...sent };
  const bot = {
    ports: openFakeStore(flow).ports,
    sandbox,
    botId: 'bot',
    flow,
    loadFlow: async () => Promise.reject(new Error('no other flow')),
    loadBot: async () => ({ ok: false, error: 'no other bot' }) as const,
    isOver: () => false,
  };
  return runTest(bot, botTestSchema.parse(written));
}

/** The lines by which a test differs, after what happened. */
async function differenceOf(flow: Flow, sent: object): Promise<readonly string[]> {
  const { failure } = await run(flow, sent);
  return failure ? [`${failure.step}: ${failure.message}`, ...failure.diff] : ['passed'];
}

const stubs = [{ url: 'https://shop.example/*', result: { body: { number: 7 } } }];
const steps = [
  { expect: { texts: ['Hello'], input: { kind: 'text input' }, ends: false } },
  { say: 'Ada' },
  { expect: { texts: [{ like: 'Order, *?' }], input: { items: ['Yes', 'No'] } } },
  { choose: 'Yes' },
];

test('a written test plays a whole conversation, and names what it came through', async () => {
  const { outcome, failure, transcript, turns } = await run(shop, {
    stubs,
    steps: [
      ...steps,
      {
        expect: {
          texts: ['Number 7 of 2026-05-01'],
          shows: [{ like: 'Number*' }],
          doesNotShow: ['Bye', { like: 'No? of' }],
          input: null,
          variables: { Number: 7, Drawn: '2026-05-01' },
          answers: { Name: 'Ada', 'Start (1)': { like: '*' } },
          actions: [{ type: 'redirect', redirect: { url: 'https://shop.example/done' } }],
          logs: [{ like: '*successfuly*' }],
          isCompleted: true,
          ends: true,
        },
      },
    ],
  });
  expect(failure).toBeUndefined();
  expect(outcome).toBe('PASSED');
  expect(transcript.slice(0, 4)).toEqual([
    'bot: Hello',
    '? text input',
    'user: Ada',
    'bot: Order, Ada?',
  ]);
  const reached = openReached(shop);
  turns.forEach(reached.add);
  expect(shareOf(shop, reached).groups).toEqual({ covered: 2, total: 3, missingIds: ['Bye'] });
});

test('a test fails at the first step that goes another way, with what was expected and what came', async () => {
  const differs = (last: object, more: object = { stubs }) =>
    differenceOf(shop, { ...more, steps: [...steps, { expect: last }] });
  expect(await differs({ texts: ['Number 8 of 2026-05-01', 'Thanks'] })).toEqual([
    '5: The bot says something else',
    '- Number 8 of 2026-05-01',
    '- Thanks',
    '+ Number 7 of 2026-05-01',
  ]);
  expect(await differs({ shows: [{ like: 'Thank*' }] })).toEqual([
    '5: The bot does not say this',
    '- like Thank*',
    '+ Number 7 of 2026-05-01',
  ]);
  expect(await differs({ doesNotShow: [{ like: 'of 20*-' }] })).toEqual([
    '5: The bot shows what it should not: like of 20*-',
    '+ Number 7 of 2026-05-01',
  ]);
  expect(await differs({ input: { kind: 'email input' } })).toEqual([
    '5: It waits at no input',
    '- email input',
    '+ no input',
  ]);
  expect(await differs({ variables: { Number: '8' } })).toEqual([
    '5: Variable "Number" has another value',
    '- Number = "8"',
    '+ Number = "7"',
  ]);
  expect(await differs({ answers: { Mail: 'x' } })).toEqual([
    '5: The answer to "Mail" is another',
    '- Mail: x',
    '+ Mail: no answer',
  ]);
  expect((await differs({ actions: [] }))[0]).toBe('5: The client is to run something else');
  expect((await differs({ actions: [{ type: 'redirect', redirect: { url: 'x' } }] }))[1]).toBe(
    '- {"type":"redirect","redirect":{"url":"x"}}',
  );
  expect((await differs({ logs: ['Nothing'] }))[0]).toBe('5: Nothing like this was logged');
  expect(await differs({ ends: false })).toEqual(['5: The chat is over', '- not over', '+ over']);
  expect((await differs({ isCompleted: false }))[0]).toBe('5: The chat is completed');
  const early = (expected: object) => differenceOf(shop, { steps: [{ expect: expected }] });
  expect((await early({ input: null }))[0]).toBe('1: It waits for an answer');
  expect((await early({ input: { kind: 'email input' } }))[0]).toBe('1: It waits at another input');
  expect(await early({ texts: [] })).toEqual(['1: The bot says something else', '+ Hello']);
});

test('a test without an answer for what a block asks says which block that is, and how to write one', async () => {
  expect(await differenceOf(shop, { steps })).toEqual([
    '4: Block Order.2 (Webhook) in group "Order" sends POST https://shop.example/orders, which a test does not do. ' +
      'Add to its stubs: {"block":"Order.2","result":{"statusCode":200,"body":{}}}',
  ]);
});

test('a test says why a visitor could not do what a step does', async () => {
  const at = async (...sent: object[]) => (await differenceOf(shop, { stubs, steps: sent }))[0];
  expect(await at({ choose: 'Yes' })).toBe('1: There is no "Yes" to choose: nothing is offered');
  expect(await at({ say: 'Ada' }, { choose: ['Yes', 'Perhaps'] })).toBe(
    '2: There is no "Perhaps" to choose: Yes | No',
  );
  expect(await at({ say: 'Ada' }, { choose: 'no' }, { say: 'Hello?' })).toBe(
    '3: The chat is over, so that nobody can go on',
  );
  expect(await at({ pay: true })).toBe('1: The chat asks for no payment');
  expect(await at({ webhook: {} })).toBe('1: The chat does not wait for the client');
  expect(await at({ handBack: 'back' })).toBe('1: The chat does not wait for a person');
  expect(await at({ command: 'help' })).toBe('1: No event of the flow listens to command "help"');
});

test('a test answers what an address or a block is asked for the second time in another way', async () => {
  const twice = flowOf({
    variables: { Number: null },
    groups: { Start: [request, say('{{Number}}'), { ...request, id: 'again' }, say('{{Number}}')] },
  });
  const second = { url: 'https://shop.example/*', nth: 2, result: { number: 2 } };
  const first = { block: 'Start.1', result: { statusCode: 201, body: '{"number":1}' } };
  const steps = [{ expect: { texts: ['1', '2'] } }];
  expect(await differenceOf(twice, { stubs: [second, first], steps })).toEqual(['passed']);
  const failing = { block: 'again', error: 'The shop is closed' };
  expect(
    await differenceOf(twice, {
      stubs: [failing, first],
      steps: [{ expect: { logs: [{ like: '*' }], texts: ['1', ''] } }],
    }),
  ).toEqual(['passed']);
});

test('code of a test draws the same numbers each time, at the time of the test', async () => {
  const flow = flowOf({
    variables: { Drawn: null, Late: null },
    groups: {
      Start: [
        code('return Math.random()'),
        say('{{Drawn}} {{= new Date().getHours() =}}'),
        ask('text input'),
        say('{{= new Date().getHours() =}}'),
      ],
    },
  });
  const sent = {
    timeZone: 'Europe/Berlin',
    steps: [{ wait: 7_200 }, { say: 'x' }, { expect: { texts: ['16'] } }],
  };
  const [one, two] = await Promise.all([run(flow, sent), run(flow, sent)]);
  expect(one.failure).toBeUndefined();
  expect(one.transcript).toEqual(two.transcript);
  expect(one.transcript[0]).toMatch(/^bot: 0\.\d+ 14$/);
  expect((await run(flow, { ...sent, seed: '2' })).transcript[0]).not.toBe(one.transcript[0]);
});

test('requests of a script are answered by the test, and none leaves the server', async () => {
  const flow = flowOf({
    variables: { Number: null },
    groups: {
      Start: [
        {
          type: 'Code',
          options: {
            isExecutedOnClient: false,
            content: 'setVariable("Number", await fetch("https://shop.example/n"))',
          },
        },
        say('{{Number}}'),
      ],
    },
  });
  const steps = [{ expect: { texts: ['7'] } }];
  const stub = { url: 'https://shop.example/n', result: 7 };
  expect(await differenceOf(flow, { stubs: [stub], steps })).toEqual(['passed']);
  expect((await differenceOf(flow, { steps }))[0]).toMatch(
    /^0: Block Start\.1 \(Code\) in group "Start" fetches https:\/\/shop\.example\/n/,
  );
  const closed = { block: 'Start.1', error: 'closed' };
  expect((await run(flow, { stubs: [closed], steps: [] })).transcript[0]).toMatch(/failed$/);
});

test('a test uploads, pays, hands back, reports for the client and calls webhooks', async () => {
  const flow = flowOf({
    variables: { File: null, Data: null, Page: null },
    groups: {
      Start: [
        ask('file input', 'File'),
        say('{{File}}'),
        {
          type: 'webhook',
          id: 'hook',
          options: {
            responseVariableMapping: [{ id: '1', bodyPath: 'data.state', variableId: 'vData' }],
          },
        },
        say('{{Data}}'),
        { type: 'payment input', options: { credentialsId: 'crd', amount: '5', currency: 'EUR' } },
        say('Paid'),
        { type: 'Human handover' },
        say('Back'),
        {
          type: 'Set variable',
          options: {
            variableId: 'vPage',
            type: 'Custom',
            expressionToEvaluate: 'location.href',
            isExecutedOnClient: true,
            isCode: true,
          },
        },
        say('{{Page}}'),
      ],
    },
  });
  const sent = [
    { upload: { name: 'cv.pdf' } },
    { expect: { texts: ['https://files.example/cv.pdf'] } },
    { webhook: { state: 'done' } },
    { expect: { texts: ['done'], input: { kind: 'payment input' } } },
    { pay: false },
    { expect: { doesNotShow: ['Paid'] } },
    { pay: true },
    { expect: { texts: ['Paid'] } },
    { say: 'Anybody there?' },
    { expect: { texts: [] } },
    { handBack: 'back' },
    { expect: { shows: ['Back'] } },
    { report: 'https://shop.example' },
    { expect: { texts: ['https://shop.example'], ends: true } },
  ];
  expect(await differenceOf(flow, { steps: sent })).toEqual(['passed']);
});

test('a test does not hold the server with patterns that take long to look for', async () => {
  const flow = flowOf({ groups: { Start: [say('a'.repeat(50_000))] } });
  const like = (length: number) => ({ like: `*${'a'.repeat(length)}b*` });
  const steps = [{ expect: { doesNotShow: [like(50), 'b'.repeat(50)] } }];
  expect(await differenceOf(flow, { steps })).toEqual(['passed']);
  const [fault] = await differenceOf(flow, {
    steps: [...steps, { expect: { doesNotShow: [like(5_000)] } }],
  });
  expect(fault).toMatch(/^2: The patterns of the test are too long for what the bot says/);
});

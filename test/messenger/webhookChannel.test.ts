import { spawn } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { signedId } from '../../src/integrations/standardWebhooks.js';
import { openLanes } from '../../src/messenger/conversations.js';
import { ask, type FlowSketch, say } from '../support/flowOf.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { restOf, useApp } from '../support/useApp.js';
import { channelSecret as secret, taken, useChannel } from '../support/useChannel.js';
import { eventually } from '../support/until.js';
import { freePort } from '../support/freePort.js';
import type { VendorAnswer } from '../support/vendorServer.js';

const app = useApp({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' }, { timeouts: { workEvery: 50 } });
const { person, connect, answering, post, got } = useChannel(app);

const shop: FlowSketch = {
  variables: { Name: null, Drink: null },
  groups: {
    Start: [
      say('Your name?'),
      ask('text input', 'Name'),
      say('Hi {{Name}}, what will it be?'),
      {
        type: 'choice input',
        items: [
          { id: 'tea', content: 'Tea' },
          { id: 'milk', content: 'Milk' },
        ],
        options: { variableId: 'vDrink' },
      },
      say('{{Drink}} it is'),
    ],
  },
};

const children: { kill(): unknown }[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill()));

test('a person chats with a bot, presses a button, and starts again when the chat is over', async () => {
  const place = await connect();
  await answering(place, shop);
  expect(await post(place.address, 'Hello')).toBe(200);
  await got(1);
  await post(place.address, 'Anna');
  await got(2);
  await post(place.address, { type: 'text', text: 'Milk', metadata: { replyId: 'milk' } });
  await got(3);
  await post(place.address, 'Hello again');
  expect(await got(4)).toEqual([
    'Your name?',
    'Hi Anna, what will it be? [Tea] [Milk]',
    'Milk it is',
    'Your name?',
  ]);
  const [{ headers, text } = { headers: {}, text: '' }] = person.requests;
  expect(signedId(secret, headers, Buffer.from(text))).toMatch(/^msg_/);
  expect(person.requests[0]?.path).toBe('/inbox');
});

test('a person of whom a result is erased leaves neither name nor messages behind, and begins again', async () => {
  const place = await connect();
  const botId = await answering(place, shop);
  await post(place.address, 'Hello');
  await got(1);
  const rest = restOf(app);
  const found = async (search: string) =>
    (await bodyOf(rest.listResults({ botId, search }))).results.map(({ id }) => id);
  // They wrote their name nowhere, but the messenger gave it.
  const resultIds = await found('ANNA');
  expect(resultIds).toHaveLength(1);
  expect([...(await found('phoneNumber')), ...(await found('Hello'))]).toEqual([]);
  await bodyOf(rest.deleteResults({ botId, resultIds }));
  const text = 'select from messenger_conversation where credentials_id = $1';
  expect(await rowsOf(app().databaseUrl, text, [place.credentialsId])).toEqual([]);
  expect(await found('anna')).toEqual([]);
  await post(place.address, 'Hello again');
  expect(await got(2)).toEqual(['Your name?', 'Your name?']);
});

test('what a person said in an earlier chat is erased with its result, while a later one goes on', async () => {
  const place = await connect();
  const botId = await answering(place, { groups: { Start: [say('Bye')] } });
  for (const [count, said] of ['My code is 4711', 'Hello'].entries()) {
    await post(place.address, said);
    await got(count + 1);
  }
  const rest = restOf(app);
  const { results } = await bodyOf(rest.listResults({ botId }));
  await bodyOf(rest.deleteResults({ botId, resultIds: [textAt(results, '1.id')] }));
  const kept = `select message::text from messenger_message join messenger_conversation c on c.id = conversation_id
    where credentials_id = $1 and is_done order by place`;
  await eventually(async () => {
    const done = await rowsOf(app().databaseUrl, kept, [place.credentialsId]);
    expect(done).toEqual([{ message: '{}' }, { message: '{}' }]);
  });
});

test('messages that come together are answered one after the other, and a repeated one is not answered again', async () => {
  const place = await connect();
  await answering(place, shop);
  await post(place.address, 'Hello', { id: 'one' });
  await Promise.all([
    post(place.address, 'Hello', { id: 'one' }),
    post(place.address, 'Anna', { id: 'two' }),
    post(place.address, 'Hello', { id: 'one' }),
  ]);
  await post(place.address, 'Tea');
  expect(await got(3)).toEqual([
    'Your name?',
    'Hi Anna, what will it be? [Tea] [Milk]',
    'Tea it is',
  ]);
});

test('if several bots share a number, the one whose start condition holds answers', async () => {
  const place = await connect();
  const only = (text: string): FlowSketch => ({ groups: { Start: [say(text)] } });
  const comparisons = [{ id: 'c', comparisonOperator: 'Contains', value: 'price' }];
  await answering(place, only('I know anything'));
  await answering(place, only('I know prices'), { startCondition: { comparisons } });
  await post(place.address, 'The price?', { who: 'anna' });
  await got(1);
  await post(place.address, 'Hello', { who: 'ben' });
  expect(await got(2)).toEqual(['I know prices', 'I know anything']);
});

test('another chat begins after the time that the bot sets', async () => {
  const place = await connect();
  await answering(place, shop, { sessionExpiryTimeout: 0.01 });
  await post(place.address, 'Hello');
  await got(1);
  // Wait until the conversation rests, since only then nothing writes it.
  const end = `update messenger_conversation set expires_at = expires_at - interval '36 seconds'
    where credentials_id = $1 and lease is null and due_at is null returning id`;
  while ((await rowsOf(app().databaseUrl, end, [place.credentialsId])).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await post(place.address, 'Anna');
  expect(await got(2)).toEqual(['Your name?', 'Your name?']);
});

test('a message that the service cannot accept now is sent again with the same id, and one that it refuses is skipped', async () => {
  const place = await connect();
  await answering(place, { groups: { Start: [say('One'), say('Two')] } });
  const status =
    (code: number): VendorAnswer =>
    (response) =>
      response.writeHead(code).end();
  person.answer(status(503), status(400), taken);
  await post(place.address, 'Hello');
  expect(await got(3)).toEqual(['One', 'One', 'Two']);
  const [first, second] = person.requests.map(({ headers }) => headers['webhook-id']);
  expect(first).toBe(second);
});

test('only messages that are signed with the secret are accepted, and malformed bodies are refused', async () => {
  const place = await connect();
  const other = `whsec_${Buffer.from('another secret, just as long').toString('base64')}`;
  expect(await post(place.address, 'Hello', { by: other })).toBe(401);
  expect(await post(place.address.replace('crd_', 'crd_x'), 'Hello')).toBe(401);
  expect((await fetch(place.address, { method: 'POST' })).status).toBe(401);
  expect(await post(place.address, 7)).toBe(400);
  expect(await post(place.address, 'Hello', { who: '' })).toBe(400);
});

test('the example of docs/guide/add-a-channel.md connects a terminal', async () => {
  const port = await freePort();
  const place = await connect(`http://127.0.0.1:${port}/`);
  await answering(place, shop);
  const env = { ...process.env, PARLEY_WEBHOOK: place.address, CHANNEL_SECRET: secret };
  const child = spawn(process.execPath, ['examples/channel.mjs'], {
    env: { ...env, CHANNEL_PORT: String(port) },
  });
  children.push(child);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => (printed += piece));
  const until = async (text: string) => {
    while (!printed.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until('Say something.');
  child.stdin.write('Hello\n');
  await until('Your name?');
  child.stdin.write('Ada\n');
  await until('[Milk]');
  child.stdin.write('Tea\n');
  await until('Tea it is');
});

test('messages go out with the pauses of the settings and of waits, in order', async () => {
  const place = await connect();
  const wait = { type: 'Wait', options: { secondsToWaitFor: '0.3' } };
  // A hundred words a second: ten words take a tenth.
  const typingEmulation = { speed: 6_000, delayBetweenBubbles: 0.2 };
  const long = say('one two three four five six seven eight nine ten');
  await answering(place, {
    settings: { typingEmulation },
    groups: { Start: [say('First'), long, wait, say('Last')] },
  });
  const times: number[] = [];
  person.answer((response, request) => {
    times.push(performance.now());
    return taken(response, request);
  });
  await post(place.address, 'Hello');
  expect(await got(3)).toEqual(['First', expect.stringMatching(/^one two/), 'Last']);
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThan(290);
  expect(third - second).toBeGreaterThan(490);
});

test('a conversation that is deferred between two lists of one input does not send the first list again', async () => {
  const place = await connect();
  const items = Array.from({ length: 12 }, (_, index) => ({
    id: `i${index}`,
    content: `n${index}`,
  }));
  const settings = { typingEmulation: { speed: 6_000 } };
  await answering(place, {
    settings,
    groups: { Start: [say('Which?'), { type: 'choice input', items }] },
  });
  let lists = 0;
  person.answer((response, request) =>
    (lists += 1) === 2 ? response.writeHead(503).end() : taken(response, request),
  );
  await post(place.address, 'Hello');
  await got(3);
  const rows = person.requests.map(({ body }) => textAt(body, 'message.rows.0.id'));
  expect(rows).toEqual(['i0', 'i10', 'i10']);
});

test('a conversation that pauses leaves its lane to others, and later takes a free one', async () => {
  const lanes = openLanes(1);
  const told: string[] = [];
  let wake: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  const first = lanes.run(async () => {
    told.push('first begins');
    await lanes.leave(() => asleep);
    told.push('first goes on');
  });
  await lanes.run(async () => {
    told.push('second begins');
    wake();
    await new Promise(setImmediate);
    told.push('second ends');
  });
  await first;
  expect(told).toEqual(['first begins', 'second begins', 'second ends', 'first goes on']);
  expect(lanes.free()).toBe(1);
});

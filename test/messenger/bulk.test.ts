import { Writable } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { createHttp } from '../../src/integrations/http.js';
import { createLog } from '../../src/log/log.js';
import { openChannel } from '../../src/messenger/messenger.js';
import { receivedIn } from '../../src/messenger/meta/received.js';
import { openUploads } from '../../src/messenger/meta/uploads.js';
import { ask, type FlowSketch, say } from '../support/flowOf.js';
import {
  ACCOUNT,
  failure,
  lineOf,
  tell,
  told,
  type Trouble,
  useMeta,
} from '../support/metaServer.js';
import { rowsOf } from '../support/rows.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';
import { messengerBots } from '../support/useChannel.js';

const lines: string[] = [];

const logged = new Writable({
  write(line: Buffer, _encoding, done) {
    lines.push(String(line));
    done();
  },
});

const meta = useMeta();

const app = useApp(
  {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    get VENDOR_ADDRESSES() {
      return `meta=${meta.url()}/v25.0`;
    },
  },
  {
    timeouts: { workEvery: 50 },
    log: createLog(readConfig({ LOG_LEVEL: 'debug', NODE_ENV: 'test' }), logged),
  },
);

const { connect, answering } = messengerBots(app, restOf(app));
beforeEach(() => {
  lines.length = 0;
  meta.messages().length = 0;
});

const echo: FlowSketch = {
  variables: { X: null },
  groups: {
    Start: [say('Go on'), { ...ask('text input', 'X'), to: 'Echo' }],
    Echo: [say('{{X}}'), { ...ask('text input', 'X'), to: 'Echo' }],
  },
};

const text = (from: string, body: string) => ({
  ...{ from, id: `wamid.${from}.${body}`, type: 'text', text: { body } },
});

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_member, index) => make(index));

test('a request with thousands of messages is accepted: each message once, those of a person in order, with one line in the log', async () => {
  const place = await connect(ACCOUNT);
  await answering(place, echo);
  const people = many(60, (index) => `3361234${1000 + index}`);
  // One person sends thousands of messages, the others three each.
  const flood = many(1_500, (index) => text('33600000001', `No. ${index}`));
  const said = ['one', 'two', 'three'].flatMap((body) => people.map((from) => text(from, body)));
  const document = told({ messages: [...said, ...flood] });
  expect(await tell(place.address, document)).toBe(200);
  expect(await tell(place.address, document)).toBe(200);
  const of = (from: string) => meta.messages().filter(({ to }) => to === from);
  await until(() => people.every((from) => of(from).length >= 3));
  for (const from of people) expect(of(from).map(lineOf)).toEqual(['Go on', 'two', 'three']);
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    app().databaseUrl,
    `select count(*)::int as count from messenger_message
      where conversation_id like '%33600000001' and conversation_id like $1`,
    [`${place.credentialsId}%`],
  );
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(300);
  expect(lines.filter((line) => line.includes('are left out')).length).toBeLessThanOrEqual(2);
});

test('a request with thousands of messages that did not arrive is one line of the log', async () => {
  const { address } = await connect(ACCOUNT);
  const errors = [{ code: 131026, title: 'Undeliverable' }];
  const statuses = many(2_000, (index) => ({
    ...{ recipient_id: String(index), status: 'failed', errors },
  }));
  expect(await tell(address, told({ statuses }))).toBe(200);
  const own = lines.filter((line) => line.includes('did not arrive'));
  expect(own).toHaveLength(1);
  expect(own[0]).toMatch(/131026[^]*2000|2000[^]*131026/);
});

test('a request is read in pieces, so that others are served in between', async () => {
  const messages = many(2_000, (index) => (index % 2 === 0 ? text('1', `${index}`) : []));
  const statuses = many(2_000, () => ({ recipient_id: '1', status: 'sent' }));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  let [read, pieces] = [0, 0];
  for await (const piece of receivedIn(JSON.stringify(told({ messages, statuses })), undefined)) {
    const size = piece.messages.length + (piece.statuses?.length ?? 0);
    expect(size).toBeLessThanOrEqual(100);
    read += size;
    pieces += 1;
  }
  isOver = true;
  expect([read, pieces]).toEqual([3_000, 40]);
  expect(turns).toBeGreaterThanOrEqual(pieces);
});

test('a request with more messages than any service joins is refused before any of it is accepted', async () => {
  const { address, credentialsId } = await connect(ACCOUNT);
  const change = { value: {} };
  const lists: object[] = [
    told({ messages: [text('1', 'first'), ...many(5_000, () => ({}))] }),
    told({ contacts: many(5_000, () => ({})), messages: [text('1', 'first')] }),
    { entry: [...told({ messages: [text('1', 'first')] }).entry, ...many(5_000, () => ({}))] },
    { entry: [{ changes: many(5_001, () => change) }] },
  ];
  for (const document of lists) expect(await tell(address, document)).toBe(400);
  const taken = 'select id from messenger_conversation where credentials_id = $1';
  expect(await rowsOf(app().databaseUrl, taken, [credentialsId])).toEqual([]);
});

beforeEach(() => {
  meta.messages().length = 0;
  meta.troubles.length = 0;
});

interface Sending {
  /** How many milliseconds an answer may take. */
  readonly timeoutMs?: number;
  /** How many hours ago the person wrote. */
  readonly hours?: number;
  readonly abandoned?: AbortSignal;
}

/** The outcome of a message. */
async function outcome(trouble: Trouble | undefined, sending: Sending = {}) {
  const { timeoutMs = 60_000, hours = 0, abandoned = new AbortController().signal } = sending;
  if (trouble !== undefined) meta.troubles.push(trouble);
  const http = createHttp({ allowedHosts: ['127.0.0.1'], limits: { timeoutMs } });
  const channel = openChannel(ACCOUNT, {
    http,
    uploads: openUploads(http),
    addresses: new Map([['meta', `${meta.url()}/v25.0`]]),
  });
  const heardAt = Date.now() - hours * 3_600_000;
  const message = { type: 'text', text: 'Hi' } as const;
  return channel?.send({ id: 'msg_1', contactId: '33612345678', heardAt, message }, abandoned);
}

test('a message is accepted', async () => {
  expect(await outcome(undefined)).toEqual({ outcome: 'sent' });
});

test.each<[string, Trouble]>([
  ['a limit of calls', failure(400, 80007, 'Rate limit issues')],
  ['a limit of messages to one person', failure(400, 131056, 'Pair rate limit hit')],
  ['too many requests', { status: 429, body: '' }],
  ['a service that is down', { status: 503, body: '<html>' }],
  ['a broken connection', 'break'],
  [
    'a failure that says it passes',
    { status: 400, body: '{"error":{"code":7,"is_transient":true}}' },
  ],
])('%s passes', async (_name, trouble) => {
  expect(await outcome(trouble)).toMatchObject({ outcome: 'later' });
});

test.each<[string, Trouble, string]>([
  [
    'a person without WhatsApp',
    failure(400, 131026, 'Undeliverable'),
    'error 131026: Undeliverable',
  ],
  ['a refusal without a reason', { status: 403, body: 'no' }, 'it answered 403'],
  ['an answer that is no JSON', { status: 200, body: '<html>' }, 'without the id of a message'],
  ['an answer without an id', { status: 200, body: '{}' }, 'without the id of a message'],
])('%s does not pass', async (_name, trouble, why) => {
  const sent = await outcome(trouble);
  expect(sent).toMatchObject({ outcome: 'refused', why: expect.stringContaining(why) });
});

test('a request ends if its answer is late, or no longer needed', async () => {
  expect(await outcome('silence', { timeoutMs: 50 })).toMatchObject({ outcome: 'later' });
  expect(await outcome('silence', { abandoned: AbortSignal.abort() })).toMatchObject({
    outcome: 'later',
  });
});

test('a message whose answer was lost is sent again with the same mark', async () => {
  expect(await outcome('lost')).toMatchObject({ outcome: 'later' });
  expect(await outcome(undefined)).toEqual({ outcome: 'sent' });
  const marks = meta.messages().map((message) => message['biz_opaque_callback_data']);
  expect(marks).toEqual(['msg_1', 'msg_1']);
});

test('nothing is sent to a person who wrote more than 24 hours ago', async () => {
  expect(await outcome(undefined, { hours: 23 })).toEqual({ outcome: 'sent' });
  expect(await outcome(undefined, { hours: 25 })).toMatchObject({ outcome: 'refused' });
  expect(meta.messages()).toHaveLength(1);
});

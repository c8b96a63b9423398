import { Writable } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';
import { createLog } from '../../src/log/log.js';
import { receivedIn } from '../../src/messenger/meta/received.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { messengerBots } from '../support/useChannel.js';
import { ACCOUNT, lineOf, tell, told, useMeta } from '../support/metaServer.js';
import { rowsOf } from '../support/rows.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';

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

import { beforeEach, expect, test } from '@jest/globals';
import { NOTHING_SHOWN } from '../../src/realtime/passing.js';
import { openSharedTail, type SharedTail } from '../../src/realtime/sharedTail.js';
import { closeStream, openStream, addToStream } from '../../src/storage/streams.js';
import { useStorage } from '../support/database.js';

const own = useStorage();
const place = { sessionId: 'ses_1', turn: 2, blockId: 'b' };
const heard = { blockId: 'ask', text: 'Why?', attachedFileUrls: ['https://a'] };
const begin = () => ({ last: 3, turn: 1, shown: NOTHING_SHOWN });
let tail: SharedTail;
let reader: ReturnType<typeof begin>;
beforeEach(async () => {
  const pool = own.storage.watchPool;
  await closeStream(pool, place);
  reader = begin();
  tail = openSharedTail(pool, 'ses_1', () => undefined);
  await tail.begin({ seq: 3, turn: 1 });
});

const open = (about: object = { heard }) => openStream(own.storage.pool, { ...place, ...about });
const say = (id: string, text: string) =>
  addToStream(own.storage.pool, { sessionId: 'ses_1', id, text, isOver: false });
const next = async () => {
  await tail.readNew();
  return tail.next(reader);
};
const read = async () => (await next()).map(({ event }) => event);
const received = { kind: 'received', ...heard };
const delta = (text: string, offset: number) => ({ kind: 'delta', blockId: 'b', text, offset });

test('a watcher sees the message of a streamed turn once, before its reply', async () => {
  expect(await read()).toEqual([]);
  const id = await open();
  expect(await next()).toEqual([{ seq: 3, turn: 2, at: expect.any(Date), event: received }]);
  expect(await read()).toEqual([]);
  await say(id, 'One');
  expect(await read()).toEqual([delta('One', 0)]);
  await say(id, ', two');
  expect(await read()).toEqual([delta(', two', 3)]);
  reader = begin();
  expect(await read()).toEqual([received, delta('One, two', 0)]);
});

test('a turn that streams a second text, or begins again elsewhere, does not show its message again', async () => {
  await say(await open(), 'One');
  expect(await read()).toEqual([received, delta('One', 0)]);
  const id = await open();
  expect(await read()).toEqual([]);
  await say(id, 'Two');
  expect(await read()).toEqual([delta('Two', 0)]);
  await say(await open({ heard: { text: 'And?' } }), 'Three');
  expect(await read()).toEqual([{ kind: 'received', text: 'And?' }, delta('Three', 0)]);
  await say(await open({}), 'Four');
  expect(await read()).toEqual([delta('Four', 0)]);
  reader = begin();
  expect(await read()).toEqual([delta('Four', 0)]);
});

test('a turn without a message shows only its text', async () => {
  await say(await open({}), 'One');
  expect(await read()).toEqual([delta('One', 0)]);
});

test('a turn that disappears without being written is withdrawn, once', async () => {
  await open();
  expect(await read()).toEqual([received]);
  await closeStream(own.storage.pool, place);
  expect(await next()).toEqual([
    { seq: 3, turn: 2, at: expect.any(Date), event: { kind: 'withdrawn' } },
  ]);
  expect(await read()).toEqual([]);
  await open();
  expect(await read()).toEqual([received]);
});

test('a turn that is written is not withdrawn, and its message is only in the log from then on', async () => {
  await say(await open(), 'One');
  expect(await read()).toEqual([received, delta('One', 0)]);
  await own.storage.pool.query(`insert into chat_event
    (session_id, first_seq, last_seq, turn, events, created_at)
    values ('ses_1', 4, 4, 2, '[{"kind":"heard","text":"Why?"}]', now())`);
  expect(await next()).toMatchObject([{ seq: 4, turn: 2, event: { kind: 'heard' } }]);
  expect(await read()).toEqual([]);
  await open({ turn: 3, heard });
  expect(await next()).toMatchObject([{ seq: 4, turn: 3, event: received }]);
});

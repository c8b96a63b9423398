import { beforeEach, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { ChatTails, TailReader } from '../../src/context/chatTails.js';
import { openChatTails } from '../../src/realtime/chatTails.js';
import { createWakeUps, type OpenWakeUps } from '../../src/realtime/wakeUps.js';
import { standIn } from '../support/standIn.js';
import { useStorage } from '../support/database.js';

const own = useStorage();
const FOR_EVER = 600_000;
const WATCHER = { clientAddress: '127.0.0.1', isVisitor: true };
let chat = 0;
let [sessionId, seq, turn] = ['', 0, 0];
let counts = { tail: 0, page: 0 };
let wakeUps: OpenWakeUps;
let tails: ChatTails;
/** Set to make reads fail. */
let failure: Error | undefined;
const counted = (pool: Pool) =>
  standIn<Pool>({
    query: async (statement: { name: string; text: string; values: unknown[] }) => {
      counts[statement.name === 'tail_read' ? 'tail' : 'page'] += 1;
      if (failure) throw failure;
      return pool.query(statement);
    },
  });
beforeEach(() => {
  chat += 1;
  [sessionId, seq, turn] = [`ses_${chat}`, 0, 0];
  counts = { tail: 0, page: 0 };
  failure = undefined;
  wakeUps = createWakeUps({ pollEvery: FOR_EVER });
  tails = openChatTails(wakeUps, counted(own.storage.watchPool));
});

/** Writes a turn of two events, as another process would. */
const write = async (text = 'Hi') => {
  turn += 1;
  const events = [
    { kind: 'heard', text },
    { kind: 'turnEnd', isEnded: false },
  ] as const;
  const [first, last] = [seq + 1, seq + events.length];
  await own.storage.pool.query(
    `insert into chat_event (session_id, first_seq, last_seq, turn, events, created_at)
      values ($1, $2, $3, $4, $5, to_timestamp(7))`,
    [sessionId, first, last, turn, JSON.stringify(events)],
  );
  seq = last;
  return { turn, firstSeq: first, events: events as never, at: 7_000 };
};
/** Writes the same turn in this process. */
const writeHere = async (text?: string) => {
  const written = await write(text);
  wakeUps.announce(sessionId, written);
};
const writeThere = async (text?: string) => {
  await write(text);
  wakeUps.wake(sessionId);
};

/** A reader that reads everything until it is stopped. */
const follow = async (after: number, upTo = seq) => {
  const reader = tails.open(sessionId, WATCHER);
  await reader.begin({ seq, turn }, after);
  const seen: number[] = [];
  const takeUntil = async (last: number) => {
    while ((seen.at(-1) ?? after) < last) {
      const events = await reader.read();
      seen.push(...events.map((event) => event.seq));
      if (events.length === 0) await reader.news();
    }
  };
  await takeUntil(upTo);
  return { reader, seen, takeUntil };
};
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const waits = async (reader: TailReader) => {
  expect(await reader.read()).toEqual([]);
  return reader.news();
};

test('two hundred readers of a chat cause one read when another process writes, and none when this process writes', async () => {
  await write();
  const readers = await Promise.all(from(1, 200).map(() => follow(2)));
  const before = { ...counts };
  await writeHere();
  await Promise.all(readers.map(({ takeUntil }) => takeUntil(4)));
  expect(counts).toEqual(before);
  await writeThere();
  await Promise.all(readers.map(({ takeUntil }) => takeUntil(6)));
  // The second read finds no further page.
  expect(counts.tail - before.tail).toBeLessThanOrEqual(2);
  expect(counts.page).toBe(before.page);
  for (const { seen, reader } of readers) {
    expect(seen).toEqual([3, 4, 5, 6]);
    reader.close();
  }
});

test('events that this process wrote reach readers exactly as if they had been read', async () => {
  await write();
  const [here, there] = await Promise.all([follow(2), follow(2)]);
  await writeHere('Ada \u0000 \ud800');
  const taken = await here.reader.read();
  there.reader.close();
  here.reader.close();
  const again = await follow(2, 2);
  expect(taken).toEqual(await again.reader.read());
  expect(taken).toMatchObject([{ seq: 3, turn: 2, at: new Date(7_000) }, { seq: 4 }]);
  again.reader.close();
});

test('two processes that write in turn leave no gap, whether wake-ups are lost, doubled or late', async () => {
  await write();
  const all = await Promise.all([follow(0), follow(2)]);
  await write();
  await writeHere();
  await writeThere();
  wakeUps.wake(sessionId);
  await writeHere();
  wakeUps.wakeAll();
  await write();
  await write();
  await writeHere();
  await Promise.all(all.map(({ takeUntil }) => takeUntil(seq)));
  expect(all.map(({ seen }) => seen)).toEqual([from(1, seq), from(3, seq)]);
  for (const { reader } of all) reader.close();
});

test('a late reader reads the earlier events itself, and the later ones together with the others', async () => {
  await write();
  const early = await follow(2);
  await writeHere();
  const late = await follow(0);
  expect(late.seen).toEqual([1, 2, 3, 4]);
  await writeHere();
  await Promise.all([early, late].map(({ takeUntil }) => takeUntil(6)));
  expect([early.seen, late.seen]).toEqual([from(3, 6), from(1, 6)]);
  for (const { reader } of [early, late]) reader.close();
});

test('a thousand readers that join at once read the first page of a chat together', async () => {
  await write();
  await writeHere();
  const readers = await Promise.all(from(1, 1_000).map(() => follow(0)));
  expect(counts.page).toBeLessThan(10);
  for (const { seen, reader } of readers) {
    expect(seen).toEqual(from(1, 4));
    reader.close();
  }
});

test('readers that share a page which cannot be read all fail, and the next one reads again', async () => {
  await write();
  const readers = from(1, 3).map(() => tails.open(sessionId, WATCHER));
  await Promise.all(readers.map((reader) => reader.begin({ seq, turn }, 0)));
  failure = new Error('The database is away');
  const reads = readers.map(async (reader) => expect(reader.read()).rejects.toThrow('away'));
  await Promise.all(reads);
  failure = undefined;
  expect(await readers[0]?.read()).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  for (const reader of readers) reader.close();
});

test('a stalled reader buffers no more than 512 KiB of a chat, and then continues with its own pages', async () => {
  await write();
  const [quick, slow] = await Promise.all([follow(2), follow(2)]);
  for (let count = 0; count < 10; count += 1) {
    await writeHere('x'.repeat(100_000));
    await quick.takeUntil(seq);
  }
  const { page } = counts;
  await slow.takeUntil(seq);
  expect(counts.page).toBeGreaterThan(page);
  expect(slow.seen).toEqual(quick.seen);
  for (const { reader } of [quick, slow]) reader.close();
});

test('a larger write still reaches readers', async () => {
  await write();
  const readers = await Promise.all([follow(2), follow(2)]);
  await writeHere('x'.repeat(700_000));
  await Promise.all(readers.map(({ takeUntil }) => takeUntil(4)));
  expect(counts.page).toBe(0);
  for (const { reader } of readers) reader.close();
});

test('a slow reader of a log that was deleted meanwhile gets the reason, and its stream ends', async () => {
  await write();
  await writeHere();
  const reader = tails.open(sessionId, WATCHER);
  await reader.begin({ seq, turn }, 0);
  await own.storage.pool.query('delete from chat_event where session_id = $1', [sessionId]);
  await expect(reader.read()).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  reader.close();
});

test('if a log cannot be read, the streams of all its readers end, and later readers begin again', async () => {
  await write();
  const readers = await Promise.all([follow(2), follow(2)]);
  const waiting = readers.map(({ reader }) => waits(reader));
  failure = new Error('The database is away');
  wakeUps.wake(sessionId);
  await Promise.all(waiting);
  for (const { reader } of readers) await expect(reader.read()).rejects.toThrow('away');
  for (const { reader } of readers) reader.close();
  failure = undefined;
  const next = await follow(0);
  expect(next.seen).toEqual([1, 2]);
  next.reader.close();
});

test('a reader can leave without waiting for events, and after the last one reading stops', async () => {
  await write();
  const [first, last] = await Promise.all([follow(2), follow(2)]);
  const waiting = [first, last].map(({ reader }) => waits(reader));
  first.reader.close();
  first.reader.close();
  await waiting[0];
  await writeHere();
  await waiting[1];
  await last.takeUntil(4);
  last.reader.close();
  await last.reader.news();
  const { tail } = counts;
  await writeThere();
  await writeHere();
  expect(counts.tail).toBe(tail);
});

test('events of a page beyond the known end are not shown twice', async () => {
  await write();
  const early = await follow(2);
  await write();
  const late = await follow(0);
  expect(late.seen).toEqual([1, 2, 3, 4]);
  await writeThere();
  await Promise.all([early, late].map(({ takeUntil }) => takeUntil(6)));
  expect([early.seen, late.seen]).toEqual([from(3, 6), from(1, 6)]);
  for (const { reader } of [early, late]) reader.close();
});

test('a log that cannot be watched does not use up the places of later readers', () => {
  const taken: string[] = [];
  const broken = standIn<OpenWakeUps>({
    watchLog: () => {
      throw new Error('Watching failed');
    },
  });
  const failing = openChatTails(broken, own.storage.watchPool, (name) => {
    taken.push(name);
    return () => taken.splice(taken.indexOf(name), 1);
  });
  expect(() => failing.open(sessionId, WATCHER)).toThrow('Watching failed');
  expect(taken).toEqual([]);
});

import { describe, expect, test } from '@jest/globals';
import { withChatLock } from '../../../src/chat/chatLock.js';
import { createKeyedMutex } from '../../../src/chat/keyedMutex.js';
import type { ChatPorts } from '../../../src/chat/ports.js';
import { loadChat, type ChatRow } from '../../../src/storage/hot/chats.js';
import type { TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import {
  readJournal,
  releaseLease,
  renewLease,
  takeLease,
} from '../../../src/storage/hot/leases.js';
import { readEvents } from '../../../src/storage/events.js';
import { fakeTimeouts } from '../../support/fakeStore.js';
import { rowsOf } from '../../support/rows.js';
import { useStorage } from '../../support/database.js';
import {
  answerOf,
  beginChat,
  commitTurn,
  session,
  turnEnd,
  writeOf,
} from '../../support/writtenChats.js';
import { standIn } from '../../support/standIn.js';

const own = useStorage();

const begin = (resultId: string | null = null) => beginChat(own.storage.pool, { resultId });

const counts = async () =>
  rowsOf(
    own.url,
    `select (select count(*)::int from chat_event) as events, (select count(*)::int from answer) as answers,
       (select count(*)::int from result) as results, (select count(*)::int from chat_event where passed is not null) as counts,
       (select sum(turn)::int from chat_session) as turns`,
  );

describe('the lease of a turn', () => {
  const lasts = 60_000;
  const at = Date.now();
  const first = { number: 0, hash: 'given', result: null, at };
  const placeOf = (sessionId: string, fence: number, turn = 2) => ({
    sessionId,
    turn,
    fence,
    lasts,
  });

  test('is held by one process, and writes without it are refused', async () => {
    const sessionId = await begin();
    expect(await takeLease(own.storage.pool, placeOf(sessionId, 0), [first])).toBe(1);
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ fence: 1, lease: 'held' });
    expect(await takeLease(own.storage.pool, placeOf(sessionId, 1), [first])).toBeUndefined();
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2), { fence: 0 })).toBe(false);
    const guard = { fence: 1, endsLease: true };
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2), guard)).toBe(true);
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ turn: 2, lease: null });
    expect(await readJournal(own.storage.pool, placeOf(sessionId, 1))).toEqual([]);
  });

  test('can be taken over with its journal when it has run out, and the old holder can write nothing more', async () => {
    const sessionId = await begin();
    const dead = { ...placeOf(sessionId, 0), lasts: -1_000 };
    expect(await takeLease(own.storage.pool, dead, [first])).toBe(1);
    const kept = {
      number: 1,
      hash: 'ask',
      result: { ok: true, value: 'a\0b\ud800' },
      at: 2,
    } as const;
    expect(await renewLease(own.storage.pool, { ...dead, fence: 1 }, [kept])).toBe(true);
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ lease: 'left' });
    const mine = placeOf(sessionId, 1);
    expect(await takeLease(own.storage.pool, mine, [{ ...first, at: at + 9 }])).toBe(2);
    expect(await readJournal(own.storage.pool, mine)).toEqual(
      expect.arrayContaining([first, kept]),
    );
    expect(await renewLease(own.storage.pool, { ...dead, fence: 1 }, [kept])).toBe(false);
    const write = writeOf(sessionId, 2);
    expect(await commitTurn(own.storage.pool, write, { fence: 1, endsLease: true })).toBe(false);
    await releaseLease(own.storage.pool, { ...mine, fence: 2 });
    expect(
      await takeLease(own.storage.pool, placeOf(sessionId, 2), [{ ...first, hash: 'else' }]),
    ).toBe(3);
    expect(await readJournal(own.storage.pool, mine)).toEqual([{ ...first, hash: 'else' }]);
  });

  test('makes others wait, but not for ever', async () => {
    const sessionId = await begin();
    await takeLease(own.storage.pool, placeOf(sessionId, 0), [first]);
    let now = 0;
    const ports: Partial<ChatPorts> = {
      pool: own.storage.pool,
      now: () => now,
      mutex: createKeyedMutex(),
      untilNotified: async (_id, atMost) => void (now += atMost),
      timeouts: { ...fakeTimeouts, leaseLasts: lasts },
    };
    const attempt = async ({ lease }: ChatRow) => (lease === 'held' ? undefined : 'done');
    const waiting = withChatLock(standIn(ports), { sessionId }, { attempt });
    await expect(waiting).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
    expect(now).toBe(1_000);
    await releaseLease(own.storage.pool, placeOf(sessionId, 1));
    expect(await withChatLock(standIn(ports), { sessionId }, { attempt })).toBe('done');
  });

  test('makes a queue wait, but not for ever, and a call that gave up is not run later', async () => {
    const inOrder = createKeyedMutex();
    let finish = (): void => undefined;
    const first = inOrder('chat', () => new Promise<void>((resolve) => (finish = resolve)));
    const done: string[] = [];
    const late = inOrder('chat', async () => done.push('late'), 1);
    await expect(late).rejects.toMatchObject({ reason: 'SESSION_BUSY' });
    const patient = inOrder('chat', async () => done.push('patient'), 600_000);
    finish();
    await Promise.all([first, patient]);
    expect(done).toEqual(['patient']);
    expect(inOrder.isBusy('chat')).toBe(false);
  });
});

describe('the write of a turn', () => {
  test('is whole: session, events, answers and results', async () => {
    const sessionId = await begin('res');
    const result = { resultId: 'res', botId: 'bot', flowId: 'flow', variables: [] };
    const write = writeOf(sessionId, 2, {
      answers: [answerOf('one'), answerOf('two')],
      results: [{ kind: 'saveResult', ...result, hasStarted: true, isCompleted: false }],
    });
    expect(await commitTurn(own.storage.pool, write)).toBe(true);
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({
      turn: 2,
      seq: 2,
      isEnded: false,
      resultId: 'res',
      state: session,
    });
    expect(
      (await readEvents(own.storage.pool, sessionId, { after: 1, limit: 256 })).map(
        ({ seq }) => seq,
      ),
    ).toEqual([2]);
    const answers = await rowsOf(
      own.url,
      "select content from answer where result_id = 'res' order by id",
    );
    expect(answers).toEqual([{ content: 'one' }, { content: 'two' }]);
  });

  test('leaves nothing when any part of it cannot be written', async () => {
    const sessionId = await begin();
    const before = await counts();
    const bogus = { ...answerOf('x'), blockId: undefined };
    const write = writeOf(sessionId, 2, { answers: [answerOf('fine'), standIn(bogus)] });
    await expect(commitTurn(own.storage.pool, write)).rejects.toThrow(/block_id/);
    expect(await counts()).toEqual(before);
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2))).toBe(true);
  });

  test('leaves nothing when another turn was there first, or the chat has ended', async () => {
    const sessionId = await begin();
    // The numbers of the events differ, so only the number of the turn can be in conflict.
    const commit = (turn: number, more: Partial<TurnWrite>) =>
      commitTurn(own.storage.pool, writeOf(sessionId, turn, { firstSeq: turn + 5, ...more }));
    expect(await commit(2, {})).toBe(true);
    const before = await counts();
    const result = { resultId: 'late', botId: 'bot', flowId: 'flow', variables: [] };
    const late: Partial<TurnWrite> = {
      answers: [answerOf('late')],
      results: [{ kind: 'saveResult', ...result, hasStarted: true, isCompleted: false }],
      counts: [{ botId: 'bot', flowId: 'flow', parts: [['reached', 'b', 1]] }],
    };
    expect(await commit(2, { ...late, firstSeq: 8 })).toBe(false);
    expect(await counts()).toEqual(before);
    expect(await commit(3, { isEnded: true })).toBe(true);
    const ended = await counts();
    expect(await commit(4, late)).toBe(false);
    expect(await counts()).toEqual(ended);
  });

  test('stores text with characters that PostgreSQL refuses as closely as possible', async () => {
    const sessionId = await begin();
    const odd = 'a\0b\ud800c\\u0000 “ü” 😀\u2028';
    const message = { id: 'b', type: 'text', content: { plainText: odd } };
    const write = writeOf(sessionId, 2, {
      answers: [{ ...answerOf(odd), resultId: 'res_odd' }],
      events: [{ kind: 'message', message }, turnEnd],
    });
    expect(await commitTurn(own.storage.pool, write)).toBe(true);
    const answers = await rowsOf(own.url, "select content from answer where result_id = 'res_odd'");
    expect(answers).toEqual([{ content: 'ab\ufffdc\\u0000 “ü” 😀\u2028' }]);
    const [event] = await readEvents(own.storage.pool, sessionId, { after: 1, limit: 256 });
    expect(event?.event).toMatchObject({ message: { content: { plainText: odd } } });
  });

  test('is an update in place (HOT), so that a long chat does not bloat the table', async () => {
    const sessionId = await begin();
    const updates = async () => {
      await rowsOf(own.url, 'select pg_stat_force_next_flush()');
      const [row] = await rowsOf<{ all: string; hot: string }>(
        own.url,
        `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'chat_session'`,
      );
      return { all: Number(row?.all), hot: Number(row?.hot) };
    };
    const client = await own.storage.pool.connect();
    for (let turn = 2; turn < 50; turn += 1) {
      // Connections report their statistics with a delay; this one must report now.
      const write = writeOf(sessionId, turn, { firstSeq: turn });
      expect(await commitTurn(standIn(client), write)).toBe(true);
    }
    await client.query('select pg_stat_force_next_flush()');
    client.release();
    const { all, hot } = await updates();
    expect(all).toBeGreaterThanOrEqual(48);
    expect(hot / all).toBeGreaterThan(0.8);
  });
});

test('chats stay as they are while an operator has their table laid out, and go on', async () => {
  const sessionId = await begin();
  const before = await loadChat(own.storage.pool, sessionId);
  await rowsOf(own.url, 'select lay_out_chats()');
  expect(await loadChat(own.storage.pool, sessionId)).toEqual(before);
  expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2))).toBe(true);
  expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ turn: 2 });
  const columns = await rowsOf(
    own.url,
    `select attname as name from pg_attribute where attrelid = 'chat_session'::regclass and attnum > 0 and not attisdropped
      order by attnum desc limit 4`,
  );
  expect(columns.map(({ name }) => name)).toEqual(['state', 'updated_at', 'seq', 'turn']);
});

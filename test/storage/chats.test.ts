import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TurnEvent } from '../../src/engine/index.js';
import { commitStart, commitTurn, loadChat, type TurnWrite } from '../../src/storage/chats.js';
import { readEvents } from '../../src/storage/events.js';
import { newSessionId } from '../../src/storage/newId.js';
import { openStorage, type Storage } from '../../src/storage/orm.js';
import { listResults } from '../../src/storage/results.js';
import { newSession } from '../support/chat.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { flowOf } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';

let database: TestDatabase;
let storage: Storage;
beforeAll(async () => {
  database = await createTestDatabase();
  storage = await openStorage({ url: database.url });
});
afterAll(async () => {
  await storage.close();
  await database.drop();
});

const session = newSession(flowOf({ groups: {} }));
const turnEnd: TurnEvent = { kind: 'turnEnd', isEnded: false };
const start = { botId: 'bot', isPreview: false, allowedOrigins: [], hidesEarlierAnswers: false };

function writeOf(sessionId: string, turn: number, more: Partial<TurnWrite> = {}): TurnWrite {
  return {
    sessionId,
    turn,
    firstSeq: turn,
    session,
    events: [turnEnd],
    answers: [],
    results: [],
    counts: [],
    isEnded: false,
    at: Date.UTC(2025, 0, 1) + turn,
    ...more,
  };
}

function answerOf(content: string): TurnWrite['answers'][number] {
  const place = { blockId: 'b', groupId: 'g', variableId: 'v' };
  return { kind: 'recordAnswer', resultId: 'res', ...place, content };
}

async function begin(resultId: string | null = null): Promise<string> {
  const sessionId = newSessionId();
  await commitStart(storage.pool, writeOf(sessionId, 1), { ...start, resultId });
  return sessionId;
}

const counts = async () =>
  rowsOf(
    database.url,
    `select (select count(*)::int from chat_event) as events, (select count(*)::int from answer) as answers,
       (select count(*)::int from result) as results, (select sum(turn)::int from chat_session) as turns`,
  );

describe('the write of a turn', () => {
  test('is whole: session, events, answers and results', async () => {
    const sessionId = await begin('res');
    const result = { resultId: 'res', botId: 'bot', flowId: 'flow', variables: [] };
    const write = writeOf(sessionId, 2, {
      answers: [answerOf('one'), answerOf('two')],
      results: [{ kind: 'saveResult', ...result, hasStarted: true, isCompleted: false }],
    });
    expect(await commitTurn(storage.pool, write)).toBe(true);
    expect(await loadChat(storage.pool, sessionId)).toMatchObject({
      turn: 2,
      seq: 2,
      isEnded: false,
      resultId: 'res',
      state: session,
    });
    expect(
      (await readEvents(storage.pool, sessionId, { after: 1, limit: 256 })).map(({ seq }) => seq),
    ).toEqual([2]);
    const answers = await rowsOf(
      database.url,
      "select content from answer where result_id = 'res' order by id",
    );
    expect(answers).toEqual([{ content: 'one' }, { content: 'two' }]);
  });

  test('leaves nothing when any part of it cannot be written', async () => {
    const sessionId = await begin();
    const before = await counts();
    const bogus = { ...answerOf('x'), blockId: undefined };
    const write = writeOf(sessionId, 2, { answers: [answerOf('fine'), Object(bogus)] });
    await expect(commitTurn(storage.pool, write)).rejects.toThrow(/block_id/);
    expect(await counts()).toEqual(before);
    expect(await commitTurn(storage.pool, writeOf(sessionId, 2))).toBe(true);
  });

  test('leaves nothing when another turn was there first, or the chat has ended', async () => {
    const sessionId = await begin();
    expect(await commitTurn(storage.pool, writeOf(sessionId, 2, { isEnded: true }))).toBe(true);
    const before = await counts();
    const late = { answers: [answerOf('late')] };
    expect(await commitTurn(storage.pool, writeOf(sessionId, 2, late))).toBe(false);
    expect(await commitTurn(storage.pool, writeOf(sessionId, 3, late))).toBe(false);
    expect(await counts()).toEqual(before);
  });

  test('holds text that PostgreSQL does not, as near as can be', async () => {
    const sessionId = await begin();
    const odd = 'a\0b\ud800c\\u0000 “ü” 😀\u2028';
    const message = { id: 'b', type: 'text', content: { plainText: odd } };
    const write = writeOf(sessionId, 2, {
      answers: [{ ...answerOf(odd), resultId: 'res_odd' }],
      events: [{ kind: 'message', message }, turnEnd],
    });
    expect(await commitTurn(storage.pool, write)).toBe(true);
    const answers = await rowsOf(
      database.url,
      "select content from answer where result_id = 'res_odd'",
    );
    expect(answers).toEqual([{ content: 'ab\ufffdc\\u0000 “ü” 😀\u2028' }]);
    const [event] = await readEvents(storage.pool, sessionId, { after: 1, limit: 256 });
    expect(event?.event).toMatchObject({ message: { content: { plainText: odd } } });
  });

  test('stays in its place on the page, so that a long chat does not bloat the table', async () => {
    const sessionId = await begin();
    const updates = async () => {
      await rowsOf(database.url, 'select pg_stat_force_next_flush()');
      const [row] = await rowsOf<{ all: string; hot: string }>(
        database.url,
        `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'chat_session'`,
      );
      return { all: Number(row?.all), hot: Number(row?.hot) };
    };
    const client = await storage.pool.connect();
    for (let turn = 2; turn < 50; turn += 1) {
      // The pool's connections report what they did with a delay; this one is made to tell.
      const write = writeOf(sessionId, turn, { firstSeq: turn });
      expect(await commitTurn(Object(client), write)).toBe(true);
    }
    await client.query('select pg_stat_force_next_flush()');
    client.release();
    const { all, hot } = await updates();
    expect(all).toBeGreaterThanOrEqual(48);
    expect(hot / all).toBeGreaterThan(0.8);
  });
});

test('a page of results is read by its index, however many there are', async () => {
  await rowsOf(
    database.url,
    `insert into result (id, bot_id, variables, is_completed, has_started, is_archived, answers_from, created_at, updated_at)
     select 'res_' || n, 'bot_' || n % 50, '[]', false, true, n % 10 = 0, '', now() - n * interval '1 minute', now()
     from generate_series(1, 20000) n`,
  );
  await rowsOf(database.url, 'analyze result');
  const at = { unit: storage.openUnit(), pool: storage.pool };
  const slice = { limit: 10, isBackward: false };
  const { rows, hasNextPage } = await listResults(at, { botId: 'bot_7' }, slice);
  expect([rows.length, hasNextPage]).toEqual([10, true]);
  const plan = await rowsOf<{ 'QUERY PLAN': string }>(
    database.url,
    `explain select * from result where bot_id = 'bot_7' and not is_archived
       and created_at >= now() - interval '7 days' order by created_at desc, id desc limit 11`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('result_bot_id');
  expect(text).not.toContain('Sort');
});

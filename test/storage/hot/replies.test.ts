import { describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { UNCOUNTED_TURNS } from '../../../src/storage/foldCounts.js';
import { loadChat } from '../../../src/storage/hot/chats.js';
import { takeLease } from '../../../src/storage/hot/leases.js';
import { openPublished } from '../../../src/storage/hot/published.js';
import { openReplies } from '../../../src/storage/hot/replies.js';
import type { ResultRecord, TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import { newResultId, newSessionId } from '../../../src/storage/newId.js';
import { findRemembered } from '../../../src/storage/remembered.js';
import { useStorage } from '../../support/database.js';
import { rowsOf, useLock } from '../../support/rows.js';
import {
  answerOf,
  beginChat,
  commitStart,
  commitTurn,
  replyOf,
  startOf,
  writeOf,
} from '../../support/writtenChats.js';

const own = useStorage();
const begin = () => beginChat(own.storage.pool);
const keptFor = (scope: string, key: string) =>
  openReplies(own.storage.pool)({ shardKeys: ['', 'abc'], scope, key });
const kept = (n = 1) => ({ requestHash: 'h', reply: `{"n":${n}}` });
const growOld = (scope: string, hours: number) =>
  rowsOf(
    own.url,
    'update idempotent_reply set created_at = now() - make_interval(hours => $2) where scope = $1',
    [scope, hours],
  );

/** Starts a chat with a key; returns its id if it was written. */
async function startWith(scope: string, n = 1): Promise<string | undefined> {
  const sessionId = newSessionId('abc');
  const start = { ...startOf(), reply: replyOf(scope, 'k', `{"n":${n}}`) };
  const isWritten = await commitStart(own.storage.pool, writeOf(sessionId, 1), start);
  expect((await loadChat(own.storage.pool, sessionId)) !== undefined).toBe(isWritten);
  return isWritten ? sessionId : undefined;
}

test('replies that are requested at the same time are all found', async () => {
  for (const scope of ['start/c', 'start/d']) await startWith(scope, scope.length);
  const find = openReplies(own.storage.pool);
  const asked = ['start/c', 'start/none', 'start/d', 'start/c'];
  const found = await Promise.all(
    asked.map((scope) => find({ shardKeys: ['abc'], scope, key: 'k' })),
  );
  expect(found).toEqual([kept(7), undefined, kept(7), kept(7)]);
});

test('lookups that come with every turn are planned once, not at each turn', async () => {
  const pool = new Pool({ connectionString: own.url, max: 1 });
  try {
    for (let turn = 1; turn <= 12; turn += 1) {
      await openReplies(pool)({ shardKeys: ['abc'], scope: 'start/e', key: `k${turn}` });
      await openPublished(pool)(`bot-${turn}`);
    }
    const { rows } = await pool.query(
      'select name, generic_plans::int as kept from pg_prepared_statements order by name',
    );
    // PostgreSQL tries five plans before it keeps one.
    expect(rows).toEqual([
      { name: 'published_by_public_id', kept: 7 },
      { name: 'reply_find', kept: 7 },
    ]);
  } finally {
    await pool.end();
  }
});

describe('the reply to a start', () => {
  test('is kept for its key: a second start with it writes nothing', async () => {
    expect(await startWith('start/a')).toBeDefined();
    expect(await startWith('start/a', 2)).toBeUndefined();
    expect(await keptFor('start/a', 'k')).toEqual(kept());
    expect([await keptFor('start/a', 'other'), await keptFor('start/b', 'k')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await startWith('start/b', 2)).toBeDefined();
    expect([await keptFor('start/a', 'k'), await keptFor('start/b', 'k')]).toEqual([
      kept(),
      kept(2),
    ]);
  });

  test('is known for a day', async () => {
    await startWith('start/old');
    await growOld('start/old', 23);
    expect(await keptFor('start/old', 'k')).toEqual(kept());
    expect(await startWith('start/old', 2)).toBeUndefined();
    await growOld('start/old', 25);
    expect(await keptFor('start/old', 'k')).toBeUndefined();
    expect(await startWith('start/old', 2)).toBeDefined();
    expect(await keptFor('start/old', 'k')).toEqual(kept(2));
  });
});

describe('the reply to a message', () => {
  test('is kept with its turn, and loaded with the chat for its key alone', async () => {
    const [sessionId, other] = [await begin(), await begin()];
    const load = async (id: string, key?: string) =>
      (await loadChat(own.storage.pool, id, key))?.kept;
    expect(await load(sessionId, 'k')).toBeNull();
    const guard = { fence: 0, reply: replyOf(sessionId, 'k') };
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2), guard)).toBe(true);
    expect(await load(sessionId, 'k')).toEqual({ ...kept(), logged: null });
    expect([await load(sessionId), await load(sessionId, 'l'), await load(other, 'k')]).toEqual([
      undefined,
      null,
      null,
    ]);
    expect(await loadChat(own.storage.pool, other, 'k')).toMatchObject({ id: other, turn: 1 });
    await growOld(sessionId, 25);
    expect(await load(sessionId, 'k')).toBeNull();
  });

  test('is kept by the first event of its turn, and loaded as the log has it', async () => {
    const sessionId = await begin();
    const write = writeOf(sessionId, 2);
    const guard = { fence: 0, reply: replyOf(sessionId, 'k', String(write.firstSeq)) };
    expect(await commitTurn(own.storage.pool, write, guard)).toBe(true);
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 3))).toBe(true);
    const { firstSeq, events } = write;
    expect((await loadChat(own.storage.pool, sessionId, 'k'))?.kept?.logged).toEqual({
      ...{ sessionId, turn: 2, lastSeq: firstSeq + events.length - 1 },
      events: JSON.stringify(events),
    });
  });

  test('is kept with a turn that ends its lease', async () => {
    const sessionId = await begin();
    const place = { sessionId, turn: 2, fence: 0, lasts: 60_000 };
    const message = { number: 0, hash: 'm', result: null, at: 0 };
    await takeLease(own.storage.pool, place, [message]);
    const guard = { fence: 1, endsLease: true, reply: replyOf(sessionId, 'k') };
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2), guard)).toBe(true);
    expect(await loadChat(own.storage.pool, sessionId, 'k')).toMatchObject({
      lease: null,
      kept: { ...kept(), logged: null },
    });
    const left = 'select from turn_answer where session_id = $1';
    expect(await rowsOf(own.url, left, [sessionId])).toEqual([]);
  });

  test('is kept once, also where two calls with the key arrive at once', async () => {
    const sessionId = await begin();
    const write = (turn: number, n: number) =>
      commitTurn(own.storage.pool, writeOf(sessionId, turn), {
        fence: 0,
        reply: replyOf(sessionId, 'k', `{"n":${n}}`),
      });
    const written = await Promise.all([write(2, 1), write(2, 2)]);
    expect(written.toSorted()).toEqual([false, true]);
    expect(await keptFor(sessionId, 'k')).toEqual(kept(written[0] ? 1 : 2));
    expect(await write(3, 3)).toBe(false);
    await growOld(sessionId, 25);
    expect(await write(3, 3)).toBe(true);
    expect(await keptFor(sessionId, 'k')).toEqual(kept(3));
  });

  test('is not kept where the turn is not written', async () => {
    const sessionId = await begin();
    const guard = { fence: 7, reply: replyOf(sessionId, 'k') };
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2), guard)).toBe(false);
    expect(await keptFor(sessionId, 'k')).toBeUndefined();
  });
});

const LOCKED = 'select from result where id = $1 for update';

const resultOf = (resultId: string, more: Partial<ResultRecord> = {}): ResultRecord => ({
  kind: 'saveResult',
  resultId,
  botId: `bot of ${resultId}`,
  flowId: 'flow',
  variables: [],
  hasStarted: false,
  isCompleted: false,
  ...more,
});

/** Writes the turns of a new chat, from the second one on. */
async function play(...turns: Partial<TurnWrite>[]): Promise<string> {
  const sessionId = await beginChat(own.storage.pool);
  for (const [index, turn] of turns.entries()) {
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, index + 2, turn))).toBe(true);
  }
  return sessionId;
}

/** The counts of a result's bot, sorted by kind. */
async function countsOf(resultId: string): Promise<unknown[]> {
  const rows = await rowsOf<{ parts: unknown[] }>(
    own.url,
    `select parts from (${UNCOUNTED_TURNS}) as turn where bot_id = $1`,
    [`bot of ${resultId}`],
  );
  return rows.flatMap(({ parts }) => parts).toSorted();
}

const stateOf = (resultId: string) =>
  rowsOf(own.url, 'select has_started, is_completed from result where id = $1', [resultId]);

describe('a result', () => {
  test('that was made for a chat and ends with its first turn counts as all three at once', async () => {
    const result = resultOf('made', { hasStarted: true, isCompleted: true });
    const start = startOf({ botId: result.botId, resultId: 'made', isNewResult: true });
    const write = writeOf(newSessionId('abc'), 1, { results: [result] });
    expect(await commitStart(own.storage.pool, write, start)).toBe(true);
    expect(await countsOf('made')).toEqual([
      ['completion', '', 1],
      ['start', '', 1],
      ['view', '', 1],
    ]);
    expect(await stateOf('made')).toEqual([{ has_started: true, is_completed: true }]);
  });

  test('counts as viewed, started and completed once each, and stays so', async () => {
    await play({ results: [resultOf('one')] });
    expect(await countsOf('one')).toEqual([['view', '', 1]]);
    await play({ results: [resultOf('one', { hasStarted: true })] });
    expect(await countsOf('one')).toEqual([
      ['start', '', 1],
      ['view', '', 1],
    ]);
    const done = resultOf('one', { hasStarted: true, isCompleted: true });
    await play({ results: [done] }, { results: [done] });
    await play({ results: [resultOf('one')] });
    expect(await countsOf('one')).toEqual([
      ['completion', '', 1],
      ['start', '', 1],
      ['view', '', 1],
    ]);
    expect(await stateOf('one')).toEqual([{ has_started: true, is_completed: true }]);
  });

  test('that begins and ends in one turn counts as all three', async () => {
    await play({ results: [resultOf('short', { hasStarted: true, isCompleted: true })] });
    expect(await countsOf('short')).toHaveLength(3);
  });

  test('that two chats start at the same moment counts as started once', async () => {
    await play({ results: [resultOf('raced')] });
    const lock = await useLock(own.url, 'raced', LOCKED);
    const started = { results: [resultOf('raced', { hasStarted: true })] };
    const both = [play(started), play(started)];
    await lock.untilWaiting(2);
    await lock.release();
    await Promise.all(both);
    expect(await countsOf('raced')).toEqual([
      ['start', '', 1],
      ['view', '', 1],
    ]);
  });

  test('is written while another one is locked', async () => {
    await play({ results: [resultOf('locked')] });
    const lock = await useLock(own.url, 'locked', LOCKED);
    await play({ results: [resultOf('free')] });
    await lock.release();
    expect(await countsOf('free')).toEqual([['view', '', 1]]);
  });

  test('has the answers of its last run only, where a later run replaces earlier answers', async () => {
    const resultId = newResultId('abc');
    const result = { ...resultOf(resultId), botId: 'bot' };
    const turn = (content: string, more: Partial<TurnWrite> = {}) => ({
      results: [result],
      answers: [{ ...answerOf(content), resultId }],
      ...more,
    });
    const contents = async () =>
      (
        await findRemembered(own.storage.pool, { botId: 'bot', flowId: 'flow' }, resultId)
      )?.answers.map(({ content }) => content);
    await play(turn('one'), turn('two'));
    expect(await contents()).toEqual(['one', 'two']);
    const at = Date.UTC(2025, 0, 2);
    await play(turn('three', { hidesEarlierAnswers: true, at }), turn('four', { at: at + 1 }));
    expect(await contents()).toEqual(['three', 'four']);
  });
});

describe('what a turn counts', () => {
  const parts = [['reached', 'b', 1]] as const;

  test('is stored with its events, and added to the counts of the bot', async () => {
    const counts = [{ botId: 'bot of counted', flowId: 'flow', parts }];
    const sessionId = await play({ counts }, {});
    const log = await rowsOf(
      own.url,
      'select passed from chat_event where session_id = $1 order by first_seq',
      [sessionId],
    );
    const passed = [{ bot_id: 'bot of counted', flow_id: 'flow', parts }];
    expect(log).toEqual([{ passed: null }, { passed }, { passed: null }]);
    expect(await countsOf('counted')).toEqual(parts);
  });
});

import { describe, expect, test } from '@jest/globals';
import type { ResultRecord, TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import { UNCOUNTED_TURNS } from '../../../src/storage/foldCounts.js';
import { findRemembered } from '../../../src/storage/remembered.js';
import { useLock } from '../../support/rowLock.js';
import { rowsOf } from '../../support/rows.js';
import { useStorage } from '../../support/useStorage.js';
import {
  answerOf,
  beginChat,
  commitStart,
  commitTurn,
  startOf,
  writeOf,
} from '../../support/writtenChats.js';
import { newResultId, newSessionId } from '../../../src/storage/newId.js';

const own = useStorage();
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

/** What was counted of the bot of a result, in the order of the alphabet. */
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

  test('gives back the answers of its last run where a later one replaces the earlier answers', async () => {
    const resultId = newResultId('abc');
    const result = { ...resultOf(resultId), botId: 'bot' };
    const turn = (content: string, more: Partial<TurnWrite> = {}) => ({
      results: [result],
      answers: [{ ...answerOf(content), resultId }],
      ...more,
    });
    const contents = async () =>
      (await findRemembered(own.storage.pool, 'bot', resultId))?.answers.map(
        ({ content }) => content,
      );
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

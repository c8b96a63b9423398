import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { findReplayable, readReplay } from '../../src/storage/chatReplays.js';
import { saveClientLogs } from '../../src/storage/clientLogs.js';
import { findChats } from '../../src/storage/chats.js';
import { findChatStatuses } from '../../src/storage/chatLoaders.js';
import { countParts, countResults } from '../../src/storage/counts.js';
import { readEvents } from '../../src/storage/events.js';
import { claimFiles } from '../../src/storage/files.js';
import { loadChat } from '../../src/storage/hot/chats.js';
import { readJournal, releaseLease, renewLease, takeLease } from '../../src/storage/hot/leases.js';
import { openReplies } from '../../src/storage/hot/replies.js';
import { openTurnWriter } from '../../src/storage/hot/turnWriter.js';
import { newId, newResultId, newSessionId } from '../../src/storage/newId.js';
import { notePayment } from '../../src/storage/payments.js';
import { findRemembered } from '../../src/storage/remembered.js';
import { readResultLogs } from '../../src/storage/resultLog.js';
import { findAnswers, listResults, readNewest } from '../../src/storage/results.js';
import {
  findShardKeysOf,
  followingShardKey,
  newShardKey,
  shardKeyOf,
} from '../../src/storage/shardKeys.js';
import { findStreamedText, keepStreamedText } from '../../src/storage/streamedTexts.js';
import { addToStream, closeStream, openStream, stopStream } from '../../src/storage/streams.js';
import { readTail } from '../../src/storage/tail.js';
import { chatOfResult, previewAt } from '../../src/storage/waitingChats.js';
import { partition, touchedBy } from '../support/partitioned.js';
import { rowsOf } from '../support/rows.js';
import { useStorage } from '../support/database.js';
import {
  answerOf,
  commitStart,
  commitTurn,
  replyOf,
  startOf,
  writeOf,
} from '../support/writtenChats.js';

describe('a shard key', () => {
  test('is the last part of the ids of a chat and of its result; ids of older servers have none', () => {
    for (const id of [newSessionId('k3y'), newResultId('k3y'), newId('fil', 25, 'k3y')]) {
      expect(shardKeyOf(id)).toBe('k3y');
    }
    for (const id of [
      newSessionId(''),
      newResultId(''),
      newId('fil', 25),
      newId('bot'),
      'res_k3y',
      '',
    ]) {
      expect(shardKeyOf(id)).toBe('');
    }
  });

  const small = { workspaceId: 'wks_0mwz8f00000000000zzy', spread: 1 };
  const large = { ...small, spread: 4 };

  test('is the last part of the workspace’s id; a large workspace also has the keys that follow it', () => {
    expect(newShardKey(small)).toBe('zzy');
    const keys = new Set(Array.from({ length: 200 }, () => newShardKey(large)));
    expect([...keys].sort()).toEqual(['000', '001', 'zzy', 'zzz']);
  });

  test('is the same for the same idempotency key', () => {
    const once = Array.from({ length: 20 }, () => newShardKey(large, 'key'));
    expect(new Set(once).size).toBe(1);
    const others = Array.from({ length: 200 }, (_, n) => newShardKey(large, `key ${n}`));
    expect(new Set(others).size).toBe(4);
  });

  test('is that of the result that a chat continues, if a result with this key can belong to the bot', () => {
    const bot = { ...small, earlierKeys: ['', 'old'] };
    expect(followingShardKey(bot, { resultId: newResultId('old') })).toBe('old');
    expect(followingShardKey(bot, { resultId: newResultId('') })).toBe('');
    expect(followingShardKey(bot, { resultId: newResultId('odd') })).toBe('zzy');
    expect(followingShardKey(bot, {})).toBe('zzy');
  });
});

const WORKSPACE = newId('wks');
const key = newShardKey({ workspaceId: WORKSPACE, spread: 1 });
const BOT = 'bot_of_workspace';
const sessionId = newSessionId(key);
const resultId = newResultId(key);
const own = useStorage();

beforeAll(async () => {
  const { pool } = own.storage;
  await partition(pool);
  await pool.query(
    `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ($1, 'Acme', 'FREE', false, false, false, now(), now())`,
    [WORKSPACE],
  );
  await pool.query(
    `insert into bot (id, workspace_id, name, is_archived, is_closed, revision, draft, created_at, updated_at)
      values ($1, $2, 'Bot', false, false, 1, '{}', now(), now())`,
    [BOT, WORKSPACE],
  );
});

const flow = { botId: BOT, flowId: 'flow' };
const result = {
  kind: 'saveResult',
  resultId,
  ...flow,
  variables: [],
  hasStarted: true,
  isCompleted: false,
} as const;
const counts = [{ ...flow, parts: [['reached', 'b', 1] as const] }];
const given = { results: [result], counts, answers: [{ ...answerOf('Ada'), resultId }] };
const start = startOf({ botId: BOT, resultId, isNewResult: true });
const lease = { sessionId, turn: 5, fence: 0, lasts: 10_000 };
const entry = { number: 0, hash: 'h', result: { ok: true, value: 1 } as const, at: 1 };
const page = { limit: 10, isBackward: false };

type Steps = readonly (readonly [name: string, step: (pool: Pool) => Promise<unknown>])[];

/** The statements of chats and their watchers, in an order in which they can run. */
const ofChats: Steps = [
  ['a start', (pool) => commitStart(pool, writeOf(sessionId, 1, given), start)],
  ['a turn', (pool) => commitTurn(pool, writeOf(sessionId, 2, given))],
  [
    'a turn with more than most',
    (pool) =>
      commitTurn(
        pool,
        writeOf(sessionId, 3, {
          ...given,
          answers: [...given.answers, ...given.answers],
          results: [result, { ...result, resultId: newResultId(key) }],
          isOutsideFlow: true,
        }),
        { fence: 0, reply: replyOf(sessionId, 'k') },
      ),
  ],
  [
    'a turn of a chat of the inbox',
    (pool) =>
      openTurnWriter(pool).write({
        write: writeOf(sessionId, 4),
        guard: { fence: 0 },
        desk: {
          ...{ botId: BOT, resultId, channel: 'WEB', status: 'PAUSED', groupId: null },
          ...{ blockId: null, unread: 1, waits: true, onWritten: () => undefined },
        },
      }),
  ],
  ['loading a chat', (pool) => loadChat(pool, sessionId)],
  ['loading it with a key', (pool) => loadChat(pool, sessionId, 'k')],
  ['taking the lease', (pool) => takeLease(pool, lease, [entry])],
  [
    'renewing the lease',
    (pool) => renewLease(pool, { ...lease, fence: 1 }, [{ ...entry, number: 1 }]),
  ],
  ['reading the journal', (pool) => readJournal(pool, lease)],
  ['letting go of the lease', (pool) => releaseLease(pool, { ...lease, fence: 1 })],
  ['keeping a text that was streamed', (pool) => keepStreamedText(pool, lease, entry.result)],
  ['finding it', (pool) => findStreamedText(pool, lease)],
  ['opening a stream', (pool) => openStream(pool, { sessionId, turn: 5, blockId: 'b' })],
  ['adding to it', (pool) => addToStream(pool, { sessionId, id: 'x', text: 'Hi', isOver: false })],
  ['stopping it', (pool) => stopStream(pool, { sessionId, turn: 4 })],
  ['closing it', (pool) => closeStream(pool, { sessionId, turn: 5 })],
  ['reading events', (pool) => readEvents(pool, sessionId, { after: 1, limit: 10 })],
  [
    'watching',
    (pool) => readTail(pool, { sessionId, after: 1, turn: 1, reply: { id: '', characters: 0 } }),
  ],
  ['reading turns to replay', (pool) => readReplay(pool, sessionId, 7)],
  ['reporting of a client', (pool) => saveClientLogs(pool, sessionId, [])],
  [
    'preparing a payment',
    (pool) => {
      const asked = { amount: 1, currency: 'EUR' };
      return notePayment(pool, { sessionId, intentId: 'pi', credentialsId: 'c', label: '', asked });
    },
  ],
  ['claiming uploads', (pool) => claimFiles(pool, { sessionId, resultId }, ['fil_1'])],
  [
    'going on with a result',
    (pool) => findRemembered(pool, { botId: BOT, flowId: 'flow' }, resultId),
  ],
  ['finding the chat of a result', (pool) => chatOfResult(pool, BOT, resultId)],
];

/** The statements that read all keys of a workspace, which has one key here: lists, and starts with an idempotency key. */
const ofLists: Steps = [
  [
    'finding a reply',
    (pool) => openReplies(pool)({ scope: sessionId, key: 'k', shardKeys: [key] }),
  ],
  ['finding the preview that waits', (pool) => previewAt(pool, BOT, 'b')],
  ['listing results', (pool) => listResults(pool, { botId: BOT }, page)],
  ['searching in them', (pool) => listResults(pool, { botId: BOT, search: 'Ada' }, page)],
  ['reading the newest', (pool) => readNewest(pool, BOT, 10)],
  [
    'reading their answers',
    async (pool) => findAnswers(pool, (await listResults(pool, { botId: BOT }, page)).rows),
  ],
  ['reading their logs', (pool) => readResultLogs(pool, [resultId])],
  ['reading whether chats are open', (pool) => findChatStatuses(pool, [sessionId])],
  ['reading a chat as agents see it', (pool) => findChats(pool, [sessionId])],
  [
    'finding chats to replay',
    async (pool) => {
      await pool.query({
        text: `update bot set logged_starts = '[{"from":0,"to":null}]' where id = $1`,
        values: [BOT],
      });
      const which = { botId: BOT, shardKeys: [key], days: 7, limit: 10 };
      await findReplayable(pool, { ...which, loggedDays: 7 });
      await findReplayable(pool, { ...which, resultIds: [resultId], loggedDays: 7 });
    },
  ],
  ['counting results', (pool) => countResults(pool, [BOT], {})],
  ['counting blocks', (pool) => countParts(pool, [BOT], {})],
];

describe('if tables are partitioned by shard key, only one partition of each is used by', () => {
  const expectOne = async (
    step: (pool: Pool) => Promise<unknown>,
    mode: 'force_generic_plan' | 'auto',
  ) => {
    const touched = await touchedBy(own.storage.pool, step, mode);
    expect(touched.size).toBeGreaterThan(0);
    const once = [...touched.keys()].map((table) => [table, 1] as const);
    expect(touched).toEqual(new Map(once));
  };
  test.each(ofChats)('%s', async (_name, step) => expectOne(step, 'force_generic_plan'));
  test.each(ofLists)('%s', async (_name, step) => expectOne(step, 'auto'));

  test('and everything that was written can be read in the end', async () => {
    expect(await findShardKeysOf(own.storage.pool, BOT)).toEqual([key]);
    const { rows } = await listResults(own.storage.pool, { botId: BOT }, page);
    expect(rows.map(({ id }) => id)).toContain(resultId);
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ turn: 4 });
    const totals = await countResults(own.storage.pool, [BOT], {});
    expect(totals.get(BOT)).toMatchObject({ views: 2, starts: 2 });
  });
});

test('the functions of a turn contain nothing that a cluster cannot route to one machine', async () => {
  const functions = await rowsOf<{ name: string; body: string }>(
    own.url,
    `select proname as name, prosrc as body from pg_proc
      where proname ~ '^(write_turns?|keep_results|take_lease|renew_lease|tell_webhooks)_' and prosrc ~ 'shard_key'`,
  );
  expect(functions.map(({ name }) => name).sort()).toEqual([
    'keep_results_1',
    'renew_lease_1',
    'take_lease_1',
    'tell_webhooks_2',
    'write_turn_2',
    'write_turn_noted_1',
    'write_turn_of_desk_1',
    'write_turn_of_desk_2',
    'write_turn_of_desk_3',
    'write_turn_of_desk_4',
    'write_turns_2',
    'write_turns_noted_1',
  ]);
  for (const { name, body } of functions) {
    const statements = body.split(';');
    for (const statement of statements) {
      const tables =
        /\b(?:from|update|into|join)\s+(chat_session|chat_event|result|answer|turn_answer|idempotent_reply|count_delta|restricted_preview|chat_desk)\b/;
      if (tables.test(statement)) expect(`${name}: ${statement}`).toMatch(/shard_key/);
      expect(`${name}: ${statement}`).not.toMatch(/skip locked|on conflict[\s\S]*\bnow\(\)/);
      expect(`${name}: ${statement}`).not.toMatch(/\bas (?:materialized )?\(\s*insert/);
    }
  }
});

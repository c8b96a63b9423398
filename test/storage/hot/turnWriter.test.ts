import { describe, expect, test } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { readEvents } from '../../../src/storage/events.js';
import { loadChat } from '../../../src/storage/hot/chats.js';
import { openReplies } from '../../../src/storage/hot/replies.js';
import type { GuardedTurn, TurnWrite } from '../../../src/storage/hot/turnWrite.js';
import { openTurnWriter } from '../../../src/storage/hot/turnWriter.js';
import { newSessionId } from '../../../src/storage/newId.js';
import { claimPreview } from '../../../src/storage/restrictedPreviews.js';
import { useStorage } from '../../support/database.js';
import { rowsOf, useLock } from '../../support/rows.js';
import { standIn } from '../../support/standIn.js';
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

/** A writer, and the names of the statements that it sent, with the number of turns in each. */
function observed(pool: Pick<Pool, 'query'> = own.storage.pool) {
  const sent: [name: string, turns: number][] = [];
  const query = async (config: { name: string; text: string; values: unknown[] }) => {
    const isOne = config.name === 'turn_write';
    sent.push([config.name, isOne ? 1 : recordsIn(config.values[0])]);
    return pool.query(config);
  };
  return { turns: openTurnWriter(standIn({ query })), sent };
}

function recordsIn(text: unknown): number {
  return (JSON.parse(String(text)) as unknown[]).length; // The writer sends a list.
}

const begin = (count: number) =>
  Promise.all(Array.from({ length: count }, () => beginChat(own.storage.pool)));

const second = (sessionId: string, more: Partial<TurnWrite> = {}): GuardedTurn => ({
  write: writeOf(sessionId, 2, more),
  guard: { fence: 0 },
});

const turnOf = async (sessionId: string) => (await loadChat(own.storage.pool, sessionId))?.turn;

describe('turns that arrive while another is being written', () => {
  test('are written in one statement, each with all its rows', async () => {
    const [first = '', answered = '', keyed = '', leased = ''] = await begin(4);
    const started = newSessionId('abc');
    await rowsOf(own.url, 'update chat_session set fence = 3, lease_until = now() where id = $1', [
      leased,
    ]);
    const { turns, sent } = observed();
    const result = { resultId: 'res', botId: 'bot', flowId: 'flow', variables: [] };
    const written = await Promise.all([
      turns.write(second(first)),
      turns.write(
        second(answered, {
          answers: [answerOf('one'), answerOf('two')],
          results: [{ kind: 'saveResult', ...result, hasStarted: true, isCompleted: false }],
          counts: [{ botId: 'bot', flowId: 'flow', parts: [['reached', 'b', 1]] }],
        }),
      ),
      turns.write({ ...second(keyed), reply: replyOf(keyed, 'k') }),
      turns.write({ ...second(leased), guard: { fence: 3, endsLease: true } }),
      turns.write({ write: writeOf(started, 1), guard: { fence: 0 }, start: startOf() }),
    ]);
    expect(written).toEqual([true, true, true, true, true]);
    expect(sent).toEqual([
      ['turn_write', 1],
      ['turns_write', 4],
    ]);
    for (const chat of [first, answered, keyed, leased]) expect(await turnOf(chat)).toBe(2);
    expect(await turnOf(started)).toBe(1);
    expect(await loadChat(own.storage.pool, leased)).toMatchObject({ lease: null });
    const place = { shardKeys: ['abc'], scope: keyed, key: 'k' };
    expect(await openReplies(own.storage.pool)(place)).toBeDefined();
    const answers = await rowsOf(own.url, 'select content from answer order by id');
    expect(answers).toEqual([{ content: 'one' }, { content: 'two' }]);
  });

  test('are written in one statement with their traces, if some of them are traced', async () => {
    const [first = '', traced = '', plain = ''] = await begin(3);
    const { turns, sent } = observed();
    await Promise.all([
      turns.write(second(first)),
      turns.write(second(traced, { trace: '[1]' })),
      turns.write(second(plain)),
    ]);
    expect(sent).toEqual([
      ['turn_write', 1],
      ['noted_turns_write', 2],
    ]);
    expect([await turnOf(traced), await turnOf(plain)]).toEqual([2, 2]);
    const rows = await rowsOf(
      own.url,
      'select session_id, turn, packed from chat_trace where session_id = any($1)',
      [[first, traced, plain]],
    );
    expect(rows).toEqual([{ session_id: traced, turn: 2, packed: '[1]' }]);
  });

  test('are guarded separately: if one is refused, the others are still written', async () => {
    const [first = '', refused = '', keyed = '', other = ''] = await begin(4);
    await openTurnWriter(own.storage.pool).write(second(refused));
    const { turns, sent } = observed();
    const again = { ...second(keyed), reply: replyOf(keyed, 'k') };
    await turns.write(again);
    const written = await Promise.all([
      turns.write(second(first)),
      turns.write(second(refused, { firstSeq: 9 })),
      turns.write({ ...again, write: writeOf(keyed, 3) }),
      turns.write(second(other)),
    ]);
    expect(written).toEqual([true, false, false, true]);
    expect(sent.at(-1)).toEqual(['turns_write', 3]);
    expect(await turnOf(keyed)).toBe(2);
  });

  test('are written one by one if one of them cannot be stored', async () => {
    const [first = '', bad = '', other = ''] = await begin(3);
    const { turns, sent } = observed();
    const bogus = { ...answerOf('x'), blockId: undefined, attachedFileUrls: [] };
    const writing = [
      turns.write(second(first)),
      turns.write(second(bad, { answers: [standIn(bogus)] })),
      turns.write(second(other)),
    ];
    const outcomes = await Promise.allSettled(writing);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sent.map(([name]) => name)).toEqual([
      'turn_write',
      'turns_write',
      'turn_write',
      'turn_write',
    ]);
    expect([await turnOf(bad), await turnOf(other)]).toEqual([1, 2]);
  });

  test('do not wait for a chat that is locked elsewhere', async () => {
    const [locked = '', other = '', late = ''] = await begin(3);
    const lock = await useLock(own.url, locked);
    const { turns } = observed();
    const waiting = turns.write(second(locked));
    const written = [turns.write(second(other)), turns.write(second(late))];
    expect(await Promise.all(written)).toEqual([true, true]);
    expect(await turnOf(locked)).toBe(1);
    await lock.release();
    expect(await waiting).toBe(true);
  });

  test('do not wait for another of them whose chat is locked elsewhere', async () => {
    const [first = '', locked = '', other = ''] = await begin(3);
    const lock = await useLock(own.url, locked);
    const { turns, sent } = observed();
    const head = turns.write(second(first));
    const waiting = turns.write(second(locked));
    expect(await Promise.all([head, turns.write(second(other))])).toEqual([true, true]);
    expect(sent[1]).toEqual(['turns_write', 2]);
    await lock.release();
    expect(await waiting).toBe(true);
  });

  test('are written alone if they are long, or contain what PostgreSQL cannot read', async () => {
    const chats = await begin(4);
    const { turns, sent } = observed();
    const texts = ['short', 'x'.repeat(70_000), 'a\0b', 'half \ud800'];
    const written = chats.map((chat, place) => {
      const message = { id: 'b', type: 'text', content: { plainText: texts[place] ?? '' } };
      return turns.write(second(chat, { events: [{ kind: 'message', message }] }));
    });
    expect(await Promise.all(written)).toEqual([true, true, true, true]);
    expect(sent.map(([name]) => name)).toEqual(Array.from(chats, () => 'turn_write'));
  });

  test('fail in an outage and are not repeated, since it is unknown whether they were written', async () => {
    const [first = '', second_ = '', third = ''] = await begin(3);
    const outage = Object.assign(new Error('terminating connection'), { code: '57P01' });
    let count = 0;
    const query = async (config: QueryConfig) => {
      count += 1;
      const found = await own.storage.pool.query(config);
      if (count === 2) throw outage;
      return found;
    };
    const turns = openTurnWriter(standIn({ query }));
    const outcomes = await Promise.allSettled(
      [first, second_, third].map((chat) => turns.write(second(chat))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(count).toBe(2);
    expect(await turnOf(third)).toBe(2);
  });
});

describe('a chat', () => {
  test('that is only registered begins its log with its first turn', async () => {
    const { pool } = own.storage;
    const sessionId = newSessionId('abc');
    const registration = writeOf(sessionId, 0, { firstSeq: 1, events: [] });
    expect(await commitStart(pool, registration, startOf())).toBe(true);
    expect(await commitTurn(pool, writeOf(sessionId, 1))).toBe(true);
    const events = await readEvents(pool, sessionId, { after: 0, limit: 10 });
    expect(events.map(({ seq }) => seq)).toEqual([1]);
  });

  test('that ended goes on only as a preview', async () => {
    const { pool } = own.storage;
    for (const isPreview of [false, true]) {
      const sessionId = await beginChat(pool, { isPreview });
      await commitTurn(pool, writeOf(sessionId, 2, { isEnded: true }));
      expect(await commitTurn(pool, writeOf(sessionId, 3))).toBe(isPreview);
    }
  });

  test('of an older server that stored no origins may be continued from any page', async () => {
    const allowedOrigins = ['https://a'];
    const sessionId = await beginChat(own.storage.pool, { allowedOrigins });
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ allowedOrigins });
    const none = 'update chat_session set allowed_origins = null where id = $1';
    await rowsOf(own.url, none, [sessionId]);
    expect(await loadChat(own.storage.pool, sessionId)).toMatchObject({ allowedOrigins: [] });
  });
});

describe('a restricted preview', () => {
  const start = startOf({ isPreview: true, isClaimed: true });
  const claim = async (sessionId: string) =>
    claimPreview(own.storage.pool, { sessionId, address: '192.0.2.1' });

  test('is written while its own claim is there', async () => {
    const [claimed, unclaimed] = [newSessionId('abc'), newSessionId('abc')];
    await claim(claimed);
    expect(await commitStart(own.storage.pool, writeOf(unclaimed, 1), start)).toBe(false);
    expect(await loadChat(own.storage.pool, unclaimed)).toBeUndefined();
    expect(await commitStart(own.storage.pool, writeOf(claimed, 1), start)).toBe(true);
  });

  test('with a key is written once, and only while its claim is there', async () => {
    const { pool } = own.storage;
    const [first, second] = [newSessionId('abc'), newSessionId('abc')];
    const keyed = { ...start, reply: replyOf('preview', 'k') };
    expect(await commitStart(pool, writeOf(first, 1), keyed)).toBe(false);
    const place = { shardKeys: ['abc'], scope: 'preview', key: 'k' };
    expect(await openReplies(pool)(place)).toBeUndefined();
    for (const sessionId of [first, second]) await claim(sessionId);
    expect(await commitStart(pool, writeOf(first, 1), keyed)).toBe(true);
    expect(await commitStart(pool, writeOf(second, 1), keyed)).toBe(false);
    expect(await loadChat(pool, second)).toBeUndefined();
  });

  test('is not written where its claim is being deleted', async () => {
    const sessionId = newSessionId('abc');
    await claim(sessionId);
    const deleting = 'delete from restricted_preview where session_id = $1';
    const lock = await useLock(own.url, sessionId, deleting);
    const started = commitStart(own.storage.pool, writeOf(sessionId, 1), start);
    await Promise.race([started, lock.untilWaiting(1)]);
    await lock.release();
    expect(await started).toBe(false);
  });
});

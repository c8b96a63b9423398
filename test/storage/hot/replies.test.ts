import { describe, expect, test } from '@jest/globals';
import { loadChat } from '../../../src/storage/hot/chats.js';
import { openReplies } from '../../../src/storage/hot/replies.js';
import { takeLease } from '../../../src/storage/hot/leases.js';
import { newSessionId } from '../../../src/storage/newId.js';
import { rowsOf } from '../../support/rows.js';
import { useStorage } from '../../support/useStorage.js';
import {
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

/** Starts a chat with a key; the id of the chat where it was written. */
async function startWith(scope: string, n = 1): Promise<string | undefined> {
  const sessionId = newSessionId('abc');
  const start = { ...startOf(), reply: replyOf(scope, 'k', `{"n":${n}}`) };
  const isWritten = await commitStart(own.storage.pool, writeOf(sessionId, 1), start);
  expect((await loadChat(own.storage.pool, sessionId)) !== undefined).toBe(isWritten);
  return isWritten ? sessionId : undefined;
}

test('replies that are asked for at once are each found', async () => {
  for (const scope of ['start/c', 'start/d']) await startWith(scope, scope.length);
  const find = openReplies(own.storage.pool);
  const asked = ['start/c', 'start/none', 'start/d', 'start/c'];
  const found = await Promise.all(
    asked.map((scope) => find({ shardKeys: ['abc'], scope, key: 'k' })),
  );
  expect(found).toEqual([kept(7), undefined, kept(7), kept(7)]);
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
    expect(await load(sessionId, 'k')).toEqual(kept());
    expect([await load(sessionId), await load(sessionId, 'l'), await load(other, 'k')]).toEqual([
      undefined,
      null,
      null,
    ]);
    expect(await loadChat(own.storage.pool, other, 'k')).toMatchObject({ id: other, turn: 1 });
    await growOld(sessionId, 25);
    expect(await load(sessionId, 'k')).toBeNull();
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
      kept: kept(),
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

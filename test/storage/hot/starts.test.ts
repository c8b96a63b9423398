import { describe, expect, test } from '@jest/globals';
import { loadChat } from '../../../src/storage/hot/chats.js';
import { openReplies } from '../../../src/storage/hot/replies.js';
import { readEvents } from '../../../src/storage/events.js';
import { newSessionId } from '../../../src/storage/newId.js';
import { claimPreview } from '../../../src/storage/restrictedPreviews.js';
import { useLock } from '../../support/rowLock.js';
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

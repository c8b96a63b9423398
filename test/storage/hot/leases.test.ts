import { describe, expect, test } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { createKeyedMutex } from '../../../src/chat/keyedMutex.js';
import type { ChatPorts } from '../../../src/chat/ports.js';
import { continueChat } from '../../../src/chat/turn.js';
import { loadChat } from '../../../src/storage/hot/chats.js';
import {
  type JournalEntry,
  type LeasedTurn,
  readJournal,
  releaseLease,
  renewLease,
  takeLease,
} from '../../../src/storage/hot/leases.js';
import { openRecentChats } from '../../../src/storage/hot/recentChats.js';
import type { ChatStart } from '../../../src/storage/hot/turnWrite.js';
import { newSessionId } from '../../../src/storage/newId.js';
import { newSession } from '../../support/chat.js';
import { useStorage } from '../../support/database.js';
import { fakeTimeouts } from '../../support/fakeStore.js';
import { flowOf } from '../../support/flowOf.js';
import { rowsOf } from '../../support/rows.js';
import { standIn } from '../../support/standIn.js';
import { beginChat, commitTurn, writeOf } from '../../support/writtenChats.js';

const own = useStorage();
const DAY = 86_400_000;
const at = Date.now();

/** The first entry in the journal of a message. */
const message = (hash: string, when = at): JournalEntry => ({
  number: 0,
  hash,
  result: null,
  at: when,
});
const effect = (hash: string, number = 1): JournalEntry => ({
  number,
  hash,
  result: { ok: true, value: hash },
  at,
});

/** The second turn of a chat, with this fencing token; `ranOut` for a lease that was not renewed. */
function second(sessionId: string, fence: number, ranOut = false): LeasedTurn {
  return { sessionId, turn: 2, fence, lasts: ranOut ? -1_000 : 60_000 };
}

const begin = (more: Partial<ChatStart> = {}) => beginChat(own.storage.pool, more);
const take = (place: LeasedTurn, ...entries: JournalEntry[]) =>
  takeLease(own.storage.pool, place, entries);
const renew = (place: LeasedTurn, ...entries: JournalEntry[]) =>
  renewLease(own.storage.pool, place, entries);
const leaseOf = async (sessionId: string) => (await loadChat(own.storage.pool, sessionId))?.lease;
const journalOf = async (sessionId: string, turn = 2) => {
  const entries = await readJournal(own.storage.pool, { sessionId, turn });
  return entries.toSorted((one, other) => one.number - other.number);
};

/** A chat whose second turn broke off after an effect. */
async function brokenOff(hash: string, when = at): Promise<string> {
  const sessionId = await begin();
  await take(second(sessionId, 0, true), message(hash, when), effect('a'));
  return sessionId;
}

describe('the lease of one chat', () => {
  test('leaves other chats as they are when it is taken, renewed and released', async () => {
    const [mine, other] = [await begin(), await begin()];
    expect(await take(second(mine, 0, true), message('m'))).toBe(1);
    expect(await leaseOf(other)).toBeNull();
    expect(await take(second(other, 0, true), message('m'))).toBe(1);
    expect(await renew(second(mine, 1))).toBe(true);
    expect([await leaseOf(mine), await leaseOf(other)]).toEqual(['held', 'left']);
    await renew(second(other, 1));
    await releaseLease(own.storage.pool, second(mine, 1));
    expect([await leaseOf(mine), await leaseOf(other)]).toEqual(['left', 'held']);
  });

  test('keeps results as they are, whatever a service answered, and sends them without escaping anything', async () => {
    const sessionId = await begin();
    const said = ['{"a":"\\"}],[{', '\u0000', '\ud800', "'); --", 'NULL', '', '\n,\t'];
    const entries = said.map((value, index): JournalEntry => ({
      ...effect('e', index + 1),
      result: index % 2 === 0 ? { ok: true, value } : { ok: false, error: value },
    }));
    await take(second(sessionId, 0), message('m'));
    const values: unknown[] = [];
    const spied: Pool = standIn({
      query: (sent: QueryConfig<unknown[]>) => {
        values.push(...(sent.values ?? []));
        return own.storage.pool.query(sent);
      },
    });
    expect(await renewLease(spied, second(sessionId, 1), entries)).toBe(true);
    expect(await journalOf(sessionId)).toEqual([message('m'), ...entries]);
    // A list of texts would be escaped by the driver, which takes seconds for megabytes of quotes.
    const texts = values.flatMap((value) => (typeof value === 'string' ? [value] : []));
    expect(texts).toContainEqual(JSON.stringify(entries.map(({ result }) => result)));
  });

  test('is for its next turn, and has the newest fencing token', async () => {
    const sessionId = await brokenOff('m');
    expect(await take(second(sessionId, 0), message('m'))).toBeUndefined();
    expect(await take({ ...second(sessionId, 1), turn: 3 }, message('m'))).toBeUndefined();
    expect(await take(second(sessionId, 1), message('m'))).toBe(2);
  });

  test('cannot be taken where the chat has ended, but that of a preview can', async () => {
    for (const isPreview of [false, true]) {
      const sessionId = await begin({ isPreview });
      await commitTurn(own.storage.pool, writeOf(sessionId, 2, { isEnded: true }));
      const fence = await take({ ...second(sessionId, 0), turn: 3 }, message('m'));
      expect(fence).toBe(isPreview ? 1 : undefined);
    }
  });

  test('is lost to its holder if another process took it, or a person closed the chat', async () => {
    const sessionId = await brokenOff('m');
    await take(second(sessionId, 1), message('m'));
    expect(await renew(second(sessionId, 1))).toBe(false);
    await releaseLease(own.storage.pool, second(sessionId, 1));
    expect(await leaseOf(sessionId)).toBe('held');
    const closed = writeOf(sessionId, 2, { isEnded: true });
    expect(await commitTurn(own.storage.pool, closed, { fence: 2, endsLease: true })).toBe(true);
    expect(await renew(second(sessionId, 2), effect('late'))).toBe(false);
    await releaseLease(own.storage.pool, second(sessionId, 2));
    expect([await leaseOf(sessionId), await journalOf(sessionId)]).toEqual([null, []]);
  });
});

describe('the journal of a turn', () => {
  test('holds the last result of each effect', async () => {
    const sessionId = await begin();
    await take(second(sessionId, 0), message('m'));
    await renew(second(sessionId, 1), effect('a'), effect('b', 2));
    await renew(second(sessionId, 1), effect('c'));
    expect(await journalOf(sessionId)).toEqual([message('m'), effect('c'), effect('b', 2)]);
  });

  test('is kept for a day for whoever repeats the message, together with the results that they have themselves', async () => {
    const sessionId = await brokenOff('m', at - DAY + 60_000);
    await take(second(sessionId, 1), message('m'), effect('b', 2));
    const began = message('m', at - DAY + 60_000);
    expect(await journalOf(sessionId)).toEqual([began, effect('a'), effect('b', 2)]);
  });

  test('is thrown away for another message, and after a day', async () => {
    for (const when of [at, at - DAY - 60_000]) {
      const sessionId = await brokenOff('m', when);
      const hash = when === at ? 'other' : 'm';
      await take(second(sessionId, 1), message(hash));
      expect(await journalOf(sessionId)).toEqual([message(hash)]);
    }
  });

  test('is compared only with the message of the same turn and chat', async () => {
    const [mine, other] = [await brokenOff('mine'), await brokenOff('a')];
    await rowsOf(
      own.url,
      `insert into turn_answer (session_id, turn, ask, hash, answer, created_at)
       values ($1, 1, 0, 'a', 'null', now())`,
      [mine],
    );
    await take(second(mine, 1), message('a'));
    expect([await journalOf(mine), await journalOf(mine, 1)]).toEqual([[message('a')], []]);
    expect(await journalOf(other)).toEqual([message('a'), effect('a')]);
  });

  test('is deleted with its turn, without that of any other turn or chat', async () => {
    const [mine, other] = [await brokenOff('m'), await brokenOff('m')];
    const late = { fence: 0, endsLease: true };
    expect(await commitTurn(own.storage.pool, writeOf(mine, 2), late)).toBe(false);
    expect(await journalOf(mine)).toHaveLength(2);
    expect(await commitTurn(own.storage.pool, writeOf(mine, 2), { ...late, fence: 1 })).toBe(true);
    expect([await journalOf(mine), await journalOf(other)]).toEqual([
      [],
      [message('m'), effect('a')],
    ]);
  });

  test('of a turn that was written without it is deleted with the next turn', async () => {
    const sessionId = await brokenOff('m');
    expect(await commitTurn(own.storage.pool, writeOf(sessionId, 2), { fence: 1 })).toBe(true);
    expect(await journalOf(sessionId)).toHaveLength(2);
    await take({ ...second(sessionId, 1), turn: 3 }, message('m'));
    expect([await journalOf(sessionId), await journalOf(sessionId, 3)]).toEqual([
      [],
      [message('m')],
    ]);
  });
});

const HOUR = 3_600_000;

const face = { botId: 'bot', resultId: null, isPreview: false, allowedOrigins: [] };

const stand = { isEnded: false, turn: 1, seq: 1, fence: 0, lease: null };

const state = newSession(flowOf({ groups: {} }));

test('a chat that was cached long ago is read first, because it may be deleted, and its flow as well', async () => {
  const recent = openRecentChats();
  let now = 0;
  const ports: Partial<ChatPorts> = {
    recent,
    moving: { isNone: true, targetOf: async () => undefined },
    pool: own.storage.pool,
    now: () => now,
    mutex: createKeyedMutex(),
    flows: {
      load: async () => Promise.reject(new Error('The flow is not stored')),
      save: async () => Promise.reject(new Error('Nothing is to be stored')),
      makeOwn: () => {
        throw new Error('Nothing is to be made');
      },
    },
    sessionIdleDays: 7,
    timeouts: { ...fakeTimeouts, leaseLasts: HOUR, turnWithin: HOUR },
  };
  const tellAfter = async (age: number) => {
    const id = newSessionId('abc');
    recent.note({ id, ...face, ...stand, updatedAt: now, state }, 0);
    now += age;
    return continueChat(standIn(ports), {
      sessionId: id,
      message: { text: 'x' },
      clientAddress: '192.0.2.1',
    });
  };
  await expect(tellAfter(HOUR + 1)).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
  await expect(tellAfter(HOUR)).rejects.toThrow('The flow is not stored');
});

const chatOf = (id: string) => ({ id, ...face, ...stand, updatedAt: 0, state });

test('a cached chat is returned until it is removed', () => {
  const recent = openRecentChats();
  const recalled = () => ['ses_1', 'ses_2'].map((id) => recent.recall(id));
  const [one, two] = [chatOf('ses_1'), chatOf('ses_2')];
  for (const chat of [one, two]) recent.note(chat, 0);
  expect(recalled()).toEqual([one, two]);
  recent.forget('ses_2');
  expect(recalled()).toEqual([one, undefined]);
  recent.note(two, 0);
  recent.forgetAll();
  expect(recalled()).toEqual([undefined, undefined]);
});

test('the cache is limited: the least recently used chat is dropped first, and one that is too large at once', () => {
  const recent = openRecentChats();
  const recalled = () => ['ses_1', 'ses_2', 'ses_3', 'ses_4'].map((id) => recent.recall(id)?.id);
  for (const id of ['ses_1', 'ses_2']) recent.note(chatOf(id), 2_500_000);
  recent.recall('ses_1');
  recent.note(chatOf('ses_3'), 2_500_000);
  expect(recalled()).toEqual(['ses_1', undefined, 'ses_3', undefined]);
  recent.note(chatOf('ses_4'), 6_000_000);
  expect(recalled()).toEqual(['ses_1', undefined, 'ses_3', undefined]);
});

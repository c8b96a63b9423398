import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { openInboxReads } from '../../src/realtime/inboxReads.js';
import { openPacedReads } from '../../src/realtime/sharedReads.js';
import { findReplayable } from '../../src/storage/chatReplays.js';
import { findInInbox, fits, readRevisions, WATCHED_CHATS } from '../../src/storage/chatWindow.js';
import { type ChatsFilter, listChats } from '../../src/storage/chats.js';
import { loggedStartsWith, logsStarts } from '../../src/storage/loggedReplay.js';
import { useStorage } from '../support/database.js';
import { fc } from '../support/properties.js';
import { rowsOf } from '../support/rows.js';
import { standIn } from '../support/standIn.js';

const own = useStorage();
const STATUSES = ['OPEN', 'PAUSED', 'CLOSED', 'ENDED'] as const;
const TEXTS = [null, '', 'Grüße', 'STRASSE', 'straße', 'ΟΔΟΣ', 'İstanbul', 'a%b_c', 'Ada'];
const PEOPLE = [null, 'usr_a', 'usr_b'];

/** Chats with all combinations of a few values. */
beforeAll(async () => {
  await rowsOf(
    own.url,
    `insert into chat_desk (id, workspace_id, bot_id, channel, status, assignee_id, waiting_since, last_text, tags, queue,
        created_at, active_at, updated_at)
      select 'ses_' || row_number() over (), 'wks_a', 'bot_' || length(status), case when length(status) = 4 then 'WEB' else 'MESSENGER' end,
        status, person, case when length(status) > 4 then now() end, text,
        case when person is null then '{}' else array['vip', person] end, person, now(), now(), now()
      from unnest($1::text[]) status, unnest($2::text[]) person, unnest($3::text[]) text`,
    [STATUSES, PEOPLE, TEXTS],
  );
});

const maybe = <T>(...values: readonly T[]) => fc.constantFrom(undefined, null, ...values);

const filters: fc.Arbitrary<ChatsFilter> = fc.record({
  ids: maybe(['ses_1', 'ses_2', 'ses_none'], []),
  statuses: fc.option(fc.subarray([...STATUSES])),
  assigneeId: maybe('usr_a', 'usr_none'),
  isAssigned: maybe(true, false),
  isWaiting: maybe(true, false),
  botId: maybe('bot_4', 'bot_6'),
  channel: maybe('WEB' as const, 'MESSENGER' as const),
  queue: maybe('usr_b', 'none'),
  tag: maybe('vip', 'usr_b', 'none'),
  text: maybe('ß', 'SS', 'οδος', 'ΟΔΟΣ', 'i', 'İ', '%', 'ada', ''),
});

test('a filter selects the same chats in the database as among those that were read', async () => {
  const pool = own.storage.pool;
  const all = await findInInbox(pool, 'wks_a', [...(await readRevisions(pool, 'wks_a')).keys()]);
  expect(all).toHaveLength(STATUSES.length * TEXTS.length * PEOPLE.length);
  const whole = { limit: 1_000, isBackward: false };
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const query = { ...filter, order: 'LATEST' as const };
      const pages = await listChats(pool, { owner: 'workspace_id', ids: ['wks_a'], query }, whole);
      const listed = (pages.get('wks_a')?.rows ?? []).map(({ id }) => id);
      const fitting = all.filter((chat) => fits(chat, filter)).map(({ id }) => id);
      expect(fitting.sort()).toEqual(listed.sort());
    }),
  );
});

describe('of an inbox with more chats than are compared', () => {
  beforeAll(async () => {
    await rowsOf(
      own.url,
      `insert into chat_desk (id, workspace_id, bot_id, channel, status, created_at, active_at, updated_at)
        select 'ses_full' || n, 'wks_full', 'bot_full', 'WEB', 'PAUSED', now(), now(), now() - n * interval '1 second'
        from generate_series(1, $1::int) n`,
      [WATCHED_CHATS + 1],
    );
  });

  const open = () => openInboxReads(own.storage.pool, openPacedReads()).open('wks_full');

  test('those that newer ones displace are not taken for deleted, and deleted ones are noticed', async () => {
    const reader = open();
    const first = await reader.newest();
    expect(first.chats.size).toBe(WATCHED_CHATS);
    const touch = `update chat_desk set revision = revision + 1, updated_at = now() where id = any($1)`;
    await rowsOf(own.url, touch, [[`ses_full${WATCHED_CHATS + 1}`]]);
    const second = await reader.read();
    const { changed, gone } = second.since(first);
    expect(changed?.map(({ now: { id } }) => id)).toEqual([`ses_full${WATCHED_CHATS + 1}`]);
    expect(gone).toEqual([]);
    await rowsOf(own.url, "delete from chat_desk where id = 'ses_full9'", []);
    const third = await reader.read();
    expect(third.since(second).gone).toEqual(['ses_full9']);
    // The one that had been displaced is read again.
    expect(third.chats.size).toBe(WATCHED_CHATS);
    reader.close();
  });

  test('a change that is committed after later ones is noticed', async () => {
    const reader = open();
    const first = await reader.newest();
    const late = `update chat_desk set revision = revision + 1, updated_at = now() - interval '1 minute' where id = $1`;
    await rowsOf(own.url, late, ['ses_full5']);
    const { changed } = (await reader.read()).since(first);
    expect(changed?.map(({ now: { id } }) => id)).toEqual(['ses_full5']);
    reader.close();
  });
});

test('an inbox that could not be read is read again for whoever opens it next', async () => {
  let isAway = true;
  const pool = standIn<Pool>({
    query: async (statement: QueryConfig) => {
      if (isAway) throw new Error('The database is away');
      return own.storage.pool.query(statement);
    },
  });
  const inboxes = openInboxReads(pool, openPacedReads());
  const first = inboxes.open('wks_away');
  await expect(first.newest()).rejects.toThrow('away');
  isAway = false;
  const second = inboxes.open('wks_away');
  const inbox = await second.newest();
  expect(inbox.chats.size).toBe(0);
  // The watcher that failed leaves nobody else without the inbox.
  first.close();
  const third = inboxes.open('wks_away');
  expect(await third.newest()).toBe(inbox);
  for (const reader of [second, third]) reader.close();
});

/** A pool that notes what it is asked. */
function noting(pool: Pool): { readonly pool: Pool; readonly asked: QueryConfig<unknown[]>[] } {
  const asked: QueryConfig<unknown[]>[] = [];
  const query = (config: QueryConfig<unknown[]>) => {
    asked.push(config);
    return pool.query(config);
  };
  return { pool: { query } as Pool, asked };
}

test('finding chats to replay reads the logs of their bot alone, however many there are', async () => {
  for (const statement of [
    `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ('wks', 'Acme', 'FREE', false, false, false, now(), now())`,
    `insert into bot (id, workspace_id, name, is_archived, is_closed, revision, draft, logged_starts, created_at, updated_at)
      values ('bot', 'wks', 'Bot', false, false, 1, '{}', '[{"from":0,"to":null}]', now(), now())`,
    `insert into chat_session (id, bot_id, result_id, is_preview, is_ended, turn, seq, state, created_at, updated_at)
      select 'ses_' || n, 'bot', 'res_' || n, false, true, 1, 1, '{}', date_trunc('second', now()) - n * interval '1 second', now()
      from generate_series(1, 20000) n`,
    `insert into result (id, bot_id, session_id, variables, is_completed, has_started, is_archived, answers_from, created_at, updated_at)
      select result_id, bot_id, id, '[]', false, true, false, '', created_at, created_at from chat_session where result_id like '%0'`,
    `insert into chat_event (session_id, first_seq, last_seq, turn, events, created_at)
      select id, 1, 1, 1, '[{"kind":"turnEnd","isEnded":true,"kept":1}]', created_at from chat_session`,
    'analyze',
  ])
    await rowsOf(own.url, statement);
  const { pool, asked } = noting(own.storage.pool);
  const which = { botId: 'bot', shardKeys: [''], days: 7, loggedDays: 7 };
  const found = await findReplayable(pool, { ...which, limit: 10 });
  expect(found.map(({ resultId }) => resultId)).toEqual(
    Array.from({ length: 10 }, (_, place) => `res_${(place + 1) * 10}`),
  );
  const { text = '', values = [] } = asked.find((one) => one.text.includes('chat_event')) ?? {};
  const { rows } = await own.storage.pool.query(`explain ${text}`, values);
  expect(JSON.stringify(rows)).toContain('on chat_event');
  expect(JSON.stringify(rows)).not.toContain('Seq Scan on chat_event');
});

const [MINUTE, DAY] = [60_000, 86_400_000];
const NOW = 1_000 * DAY;

test('the log tells how chats begin from when one in 20 is kept, with time for clocks that differ', () => {
  expect([logsStarts(null), logsStarts([])]).toEqual([false, false]);
  expect(loggedStartsWith(null, 0.04, NOW)).toEqual([]);
  const open = loggedStartsWith(null, 0.05, NOW);
  expect(open).toEqual([{ from: NOW - 10 * MINUTE, to: null }]);
  expect(logsStarts(open)).toBe(true);
  expect(loggedStartsWith(open, 1, NOW + DAY)).toEqual(open);
});

test('the log tells it no more when fewer are kept, also until clocks that differ have got there', () => {
  const open = [{ from: NOW - DAY, to: null }];
  const closed = [{ from: NOW - DAY, to: NOW + 10 * MINUTE }];
  expect(loggedStartsWith(open, 0, NOW)).toEqual(closed);
  expect(logsStarts(closed)).toBe(false);
  expect(loggedStartsWith(closed, 0, NOW)).toEqual(closed);
});

test('a share that is set again soon goes on with the time before, so that no two times overlap', () => {
  const closed = [{ from: NOW - DAY, to: NOW }];
  expect(loggedStartsWith(closed, 1, NOW + 9 * MINUTE)).toEqual([{ from: NOW - DAY, to: null }]);
  expect(loggedStartsWith(closed, 1, NOW + 11 * MINUTE)).toEqual([
    ...closed,
    { from: NOW + MINUTE, to: null },
  ]);
});

test('times are forgotten that no replay reaches any more', () => {
  const old = { from: NOW - 400 * DAY, to: NOW - 366 * DAY };
  const recent = { from: NOW - 360 * DAY, to: NOW - 300 * DAY };
  expect(loggedStartsWith([old, recent], 0, NOW)).toEqual([recent]);
});

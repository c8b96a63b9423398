import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from '@jest/globals';
import { deleteExpired } from '../../src/storage/retention.js';
import { openStorage } from '../../src/storage/orm.js';
import { PREVIEW_BOUNDS, trimPreviews } from '../../src/storage/restrictedPreviews.js';
import { botOf } from '../support/botOf.js';
import { bodyOf, openTransport, refusalOf } from '../support/transports.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();
const transport = openTransport('REST', () => app().url);
const anyone = { token: null };
const inline = (text = 'Hi') => ({
  ...botOf({ groups: { Start: [say(text), ask('text input'), say('Thanks')] } }),
  version: '6',
});
const begin = async (sent: object = {}) =>
  (await bodyOf(transport.startPreview({ botId: 'bot_none', bot: inline(), ...sent }, anyone)))
    .sessionId;
const tell = (sessionId: string, sent: object = {}) =>
  transport.continueChat({ sessionId, message: 'x', ...sent }, anyone);
const goesOn = async (sessionId: string) =>
  JSON.stringify(await tell(sessionId)).includes('Thanks');
const run = (sql: string, values: readonly unknown[] = []) =>
  rowsOf<{ n: number }>(app().databaseUrl, sql, values);

/** The numbers of rows in all tables that a preview writes to. */
async function left(): Promise<number[]> {
  const tables = ['restricted_preview', 'chat_session', 'chat_event', 'flow', 'idempotent_reply'];
  const counts = tables.map((table) => run(`select count(*)::int as n from ${table}`));
  return (await Promise.all(counts)).map(([row]) => row?.n ?? -1);
}

async function withPool<T>(
  work: (pool: Awaited<ReturnType<typeof openStorage>>['pool']) => Promise<T>,
): Promise<T> {
  const storage = await openStorage({ url: app().databaseUrl }, 2);
  try {
    return await work(storage.pool);
  } finally {
    await storage.close();
  }
}
const forgetAll = () =>
  withPool(async (pool) => {
    while (
      await deleteExpired(pool, {
        sessionIdleDays: 7,
        chatLogDays: 0,
        auditLogDays: 0,
        chatTraceDays: 7,
        chatReplayDays: 7,
      })
    );
  });

test('the data of a preview without a token is deleted after a day, with its stored reply, and nothing else', async () => {
  const workspaceId = await makeWorkspace(transport);
  const botId = (await bodyOf(transport.createBot({ workspaceId, bot: botOf({ groups: {} }) }))).bot
    .id;
  await bodyOf(transport.startPreview({ botId, bot: inline() }));
  const before = await left();
  const sessionId = await begin({ idempotencyKey: 'start' });
  await bodyOf(tell(sessionId, { idempotencyKey: 'next' }));
  expect(await left()).toEqual(before.map((n, place) => n + [1, 1, 2, 1, 2][place]!));
  await forgetAll();
  expect((await left())[0]).toBe(1);
  await run(`update restricted_preview set created_at = now() - interval '25 hours'`);
  await forgetAll();
  expect(await left()).toEqual(before);
  expect((await refusalOf(tell(sessionId))).reason).toBe('SESSION_NOT_FOUND');
});

test('an address keeps its newest previews, and all together keep no more than they may', async () => {
  const before = await left();
  const noise = randomBytes(6_000).toString('base64');
  const elsewhere = await begin();
  await run(`update restricted_preview set address = '192.0.2.9'`);
  const large = { bot: inline(noise) };
  const sessions = [await begin(large), await begin(large), await begin(large)];
  const trim = (bounds: object) =>
    withPool((pool) => trimPreviews(pool, { ...PREVIEW_BOUNDS, ...bounds }));
  const remaining = async () => {
    return Promise.all([elsewhere, ...sessions].map(goesOn));
  };
  await trim({ perAddress: 2 });
  expect(await remaining()).toEqual([true, false, true, true]);
  await trim({ inAll: 2 });
  expect(await remaining()).toEqual([false, false, true, true]);
  await trim({ bytesPerAddress: 50_000 });
  expect(await remaining()).toEqual([false, false, false, true]);
  await trim({ bytesInAll: 10 });
  expect(await left()).toEqual(before);
});

test('the length of earlier previews does not slow down the next one', async () => {
  const sessionId = await begin();
  await run(
    `insert into chat_event (session_id, turn, first_seq, last_seq, events, created_at)
      select session_id, turn, first_seq + step * 100, last_seq + step * 100, events, created_at
      from chat_event cross join generate_series(1, 500) as step where session_id = $1 and first_seq = 1`,
    [sessionId],
  );
  await withPool((pool) => trimPreviews(pool));
  const client = new Client(app().databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await trimPreviews(client as unknown as Parameters<typeof trimPreviews>[0]); // It only asks.
    const { rows } = await client.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname = 'chat_event'`,
    );
    expect(rows).toEqual([{ read: 0 }]);
  } finally {
    await client.end();
  }
  expect(await goesOn(sessionId)).toBe(true);
});

test('a preview that never ends is deleted', async () => {
  const [sessionId, other] = [await begin(), await begin()];
  await run('update chat_session set turn = 1000 where id = $1', [sessionId]);
  expect(await goesOn(sessionId)).toBe(false);
  expect((await refusalOf(tell(sessionId))).reason).toBe('SESSION_NOT_FOUND');
  expect(await goesOn(other)).toBe(true);
});

test('a preview that cannot be deleted completely is kept, and deleted later', async () => {
  const trim = () => withPool((pool) => trimPreviews(pool, { ...PREVIEW_BOUNDS, perAddress: 0 }));
  await trim();
  const before = await left();
  await begin({ idempotencyKey: 'whole' });
  const whole = await left();
  await run(`create function refuse_delete() returns trigger language plpgsql
    as $$ begin raise exception 'not now'; end $$`);
  await run(`create trigger refuse_delete before delete on idempotent_reply
    for each row execute function refuse_delete()`);
  await expect(trim()).rejects.toThrow('not now');
  expect(await left()).toEqual(whole);
  await run('drop function refuse_delete cascade');
  await trim();
  expect(await left()).toEqual(before);
});

/** Locks a table during `work`. */
async function holding(table: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(app().databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    await work(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

test('a preview that was deleted while it began is not written, and begins again', async () => {
  const [, before = 0] = await left();
  const begun: Promise<string>[] = [];
  await holding('chat_session', async (client) => {
    begun.push(begin());
    for (let n = 0; n === 0;) {
      const { rowCount } = await client.query('delete from restricted_preview');
      n = rowCount ?? 0;
    }
  });
  const [sessionId = ''] = await Promise.all(begun);
  expect(await goesOn(sessionId)).toBe(true);
  const [claims, sessions] = await left();
  expect([claims, sessions]).toEqual([1, before + 1]);
});

test('only a few previews of one client run at a time, and further ones fail', async () => {
  const sent: Promise<unknown>[] = [];
  await holding('restricted_preview', async () => {
    const start = () => transport.startPreview({ botId: 'bot_none', bot: inline() }, anyone);
    const asked = Array.from({ length: 5 }, start);
    const refused = await refusalOf(Promise.race(asked));
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'PREVIEWS_BUSY' });
    sent.push(...asked);
  });
  await Promise.all(sent);
  expect(await goesOn(await begin())).toBe(true);
});

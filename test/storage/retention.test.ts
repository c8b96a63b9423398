import { beforeAll, describe, expect, test } from '@jest/globals';
import { deleteExpired } from '../../src/storage/retention.js';
import { flowIdOf, keepFlow, openFlows } from '../../src/storage/flows.js';
import { flowOf } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { useStorage } from '../support/database.js';

const own = useStorage();
beforeAll(async () => {
  await makeBot();
});

const run = (sql: string, values: readonly unknown[] = []) => rowsOf(own.url, sql, values);
const idsIn = async (table: string) =>
  (await run(`select id from ${table} order by id`)).map(({ id }) => id);

async function forgetAll(chatLogDays = 0): Promise<void> {
  while (
    await deleteExpired(own.storage.pool, {
      sessionIdleDays: 7,
      chatLogDays,
      auditLogDays: 30,
      chatTraceDays: 7,
      chatReplayDays: 7,
    })
  );
}

/** A chat that began and was last continued so many days ago, with one event. */
async function makeChat(
  id: string,
  { begun, last, isPreview = false, isEnded = false, state = {} }: Chat,
): Promise<void> {
  await run(
    `insert into chat_session (id, bot_id, is_preview, is_ended, turn, seq, state, created_at, updated_at)
      values ($1, 'bot', $2, $3, 1, 1, $4, now() - $5 * interval '1 day', now() - $6 * interval '1 day')`,
    [id, isPreview, isEnded, state, begun, last],
  );
  await run(
    `insert into chat_event (session_id, first_seq, last_seq, turn, events, created_at) values ($1, 1, 1, 1, '[]', now())`,
    [id],
  );
}

interface Chat {
  readonly begun: number;
  readonly last: number;
  readonly isPreview?: boolean;
  readonly isEnded?: boolean;
  readonly state?: object;
}

describe('old data is deleted:', () => {
  test('what an audit log has kept for the configured time', async () => {
    await run(
      `insert into audit_entry (workspace_id, token_id, operation, action, kind, subject_id, created_at)
        select workspace_id, 'tok', 'updateBot', 'CHANGED', 'BOT', id, now() - age * interval '1 day'
        from bot, unnest(array[29, 31]) as age`,
    );
    await forgetAll();
    const [left] = await run(
      'select count(*)::int as count, max(now() - created_at)::text as age from audit_entry',
    );
    expect(left).toEqual({ count: 1, age: expect.stringMatching(/^29 days/) });
  });

  test('previews that can no longer be continued, with their events', async () => {
    await makeChat('ses_old', { begun: 9, last: 8, isPreview: true });
    await makeChat('ses_ended', { begun: 9, last: 8, isPreview: true, isEnded: true });
    await makeChat('ses_goes_on', { begun: 9, last: 1, isPreview: true });
    await makeChat('ses_live', { begun: 900, last: 900 });
    await forgetAll();
    expect(await idsIn('chat_session')).toEqual(['ses_goes_on', 'ses_live']);
    expect(
      (await run('select session_id as id from chat_event order by 1')).map(({ id }) => id),
    ).toEqual(['ses_goes_on', 'ses_live']);
    await run('truncate chat_session, chat_event');
  });

  test('events of chats that have been over for the configured time', async () => {
    await makeChat('ses_ended', { begun: 40, last: 31, isEnded: true });
    await makeChat('ses_expired', { begun: 40, last: 38 });
    await makeChat('ses_just_expired', { begun: 40, last: 36 });
    await makeChat('ses_just_ended', { begun: 40, last: 29, isEnded: true });
    await run(
      `insert into result (id, bot_id, session_id, variables, is_completed, has_started, is_archived, answers_from, created_at, updated_at)
        values ('res_1', 'bot', 'ses_ended', '[]', true, true, false, '', now(), now())`,
    );
    await forgetAll(30);
    expect(await idsIn('chat_session')).toEqual(['ses_just_ended', 'ses_just_expired']);
    expect(await idsIn('result')).toEqual(['res_1']);
    await run('truncate chat_session, chat_event');
  });

  test('many at once, in batches', async () => {
    await run(
      `insert into chat_session (id, bot_id, is_preview, is_ended, turn, seq, state, created_at, updated_at)
        select 'ses_' || n, 'bot', true, false, 1, 1, '{}', now() - interval '9 days', now() - interval '9 days'
        from generate_series(1, 1001) as n`,
    );
    await forgetAll();
    expect(await idsIn('chat_session')).toEqual([]);
  });

  test('a chat that is locked by a turn is skipped', async () => {
    await makeChat('ses_1', { begun: 9, last: 8, isPreview: true });
    const turn = await own.storage.pool.connect();
    await turn.query("begin; select from chat_session where id = 'ses_1' for update");
    await forgetAll();
    await turn.query("update chat_session set updated_at = now() where id = 'ses_1'; commit");
    turn.release();
    await forgetAll();
    expect(await idsIn('chat_session')).toEqual(['ses_1']);
    await run('truncate chat_session, chat_event');
  });

  test('flows that no version and no preview refers to', async () => {
    const named = (name: string) => flowOf({ groups: { [name]: [] } }).definition;
    const [unused, previewed, published, fresh] = [named('a'), named('b'), named('c'), named('d')];
    const flows = openFlows(own.storage.pool);
    const ids: string[] = [];
    for (const definition of [unused, previewed, published, fresh]) {
      ids.push((await flows.save(definition)).id);
    }
    const age = async (some: readonly (string | undefined)[]) =>
      run("update flow set used_at = now() - interval '10 days' where id = any($1)", [some]);
    await age(ids.slice(0, 3));
    await makeChat('ses_1', {
      begun: 9,
      last: 1,
      isPreview: true,
      state: { stack: [{ flowId: ids[1] }] },
    });
    await run(
      "insert into bot_version (id, bot_id, number, flow_id, created_at) values ('ver', 'bot', 1, $1, now())",
      [ids[2]],
    );
    await forgetAll();
    expect(await idsIn('flow')).toEqual(ids.slice(1).sort());
    // Another process, or this one after half a day, uses the flow again.
    await age([ids[3]]);
    await openFlows(own.storage.pool).save(fresh);
    await own.storage.openUnit().transactional((unit) => keepFlow(unit, unused));
    await forgetAll();
    expect(await idsIn('flow')).toEqual([...ids].sort());
    expect(ids[0]).toBe(flowIdOf(JSON.stringify(unused)));
  });

  test('stored replies of keys, and journals of turns that nobody continued', async () => {
    const tables = {
      idempotent_reply: "'scope', id, 'hash', '{}'",
      turn_answer: "id, 1, 0, 'hash', '{}'",
    };
    for (const [table, values] of Object.entries(tables)) {
      await run(
        `insert into ${table} select ${values}, now() - hours * interval '1 hour'
          from (values ('old', 25), ('new', 23)) as t (id, hours)`,
      );
    }
    await forgetAll();
    const left = (table: string, id: string) => run(`select ${id} as id from ${table}`);
    expect(await left('idempotent_reply', 'key')).toEqual([{ id: 'new' }]);
    expect(await left('turn_answer', 'session_id')).toEqual([{ id: 'new' }]);
  });

  test('expired files, and links and invitations that nobody used', async () => {
    await run(
      `insert into job (id, bot_id, kind, input, status, done, total, file_token, created_at, finished_at, expires_at)
        select id, 'bot', 'EXPORT_RESULTS', '{}', 'COMPLETED', 0, 0, 'x', now(), now(), now() + days * interval '1 day'
        from (values ('job_old', -1), ('job_new', 1)) as t (id, days)`,
    );
    await run("insert into job_piece select id, 0, 'x' from job");
    await run("insert into app_user (id, created_at) values ('usr', now())");
    await run(
      `insert into api_token (id, user_id, name, hash, prefix, kind, created_at, expires_at)
        select id, 'usr', id, id, '', kind, now(), now() - days * interval '1 day'
        from (values ('tok_link', 'LINK', 31), ('tok_new', 'BROWSER', 29), ('tok_api', 'API', 31)) as t (id, kind, days)`,
    );
    await run(
      `insert into invitation (id, workspace_id, email, hash, created_at, expires_at)
        select id, 'wks', id || '@example.com', id, now(), now() - days * interval '1 day'
        from (values ('inv_old', 31), ('inv_new', 29)) as t (id, days)`,
    );
    await forgetAll();
    expect(await idsIn('job')).toEqual(['job_new']);
    expect(await run('select job_id from job_piece')).toEqual([{ job_id: 'job_new' }]);
    expect(await idsIn('api_token')).toEqual(['tok_api', 'tok_new']);
    expect(await idsIn('invitation')).toEqual(['inv_new']);
  });
});

async function makeBot(): Promise<void> {
  await run(
    `insert into workspace (id, name, plan, is_suspended, is_past_due, is_verified, created_at, updated_at)
      values ('wks', 'Acme', 'FREE', false, false, false, now(), now())`,
  );
  await run(
    `insert into bot (id, workspace_id, name, is_archived, is_closed, revision, draft, created_at, updated_at)
      values ('bot', 'wks', 'Bot', false, false, 1, '{}', now(), now())`,
  );
}

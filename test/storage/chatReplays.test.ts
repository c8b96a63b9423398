import { expect, test } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import { findReplayable } from '../../src/storage/chatReplays.js';
import { useStorage } from '../support/database.js';
import { rowsOf } from '../support/rows.js';

const own = useStorage();

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

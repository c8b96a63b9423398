import type { Pool } from 'pg';
import type { BotEditor } from '../schema/botEditor.js';

/** One window of a person in which a bot is open. */
export type EditorKey = Pick<BotEditor, 'botId' | 'userId' | 'clientId'>;

/** What a person looks at in a window. */
export type EditorPlace = EditorKey & Pick<BotEditor, 'groupId' | 'blockId' | 'field'>;

/** An editor as others see it: without the lease. */
export type EditorShown = Omit<BotEditor, 'leaseUntil' | 'pointer'>;

/** How long a person counts as present after a sign. */
export const LEASE = `interval '15 seconds'`;

/** Windows of one person that a bot or a chat counts. */
export const MAX_WINDOWS = 20;

/** Windows of all people that a list holds. */
export const MAX_LISTED = 100;

/** Whether others see a change; `TOO_MANY`: the person has too many windows open, and nothing was stored. */
export type SignOutcome = 'CHANGED' | 'AS_BEFORE' | 'TOO_MANY';

/** Notes what a person looks at, until the lease ends. */
export async function showEditor(pool: Pool, place: EditorPlace): Promise<SignOutcome> {
  const { botId, userId, clientId, groupId, blockId, field } = place;
  const { rows } = await pool.query<{ isSame: boolean }>({
    name: 'editor_show',
    text: SHOW,
    values: [botId, userId, clientId, groupId, blockId, field],
  });
  return outcomeOf(rows);
}

/** Notes that a person is still present and looks at what they looked at before. */
export async function keepEditor(pool: Pool, key: EditorKey): Promise<SignOutcome> {
  const { botId, userId, clientId } = key;
  const { rows } = await pool.query<{ isSame: boolean }>({
    name: 'editor_keep',
    text: KEEP,
    values: [botId, userId, clientId],
  });
  return outcomeOf(rows);
}

/** What the row of a sign says; there is none for a window too many. */
export function outcomeOf([row]: readonly { readonly isSame: boolean }[]): SignOutcome {
  if (!row) return 'TOO_MANY';
  return row.isSame ? 'AS_BEFORE' : 'CHANGED';
}

/** Deletes a window that was closed; returns whether it was stored. */
export async function leaveEditor(pool: Pool, key: EditorKey): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'editor_leave',
    text: 'delete from bot_editor where bot_id = $1 and user_id = $2 and client_id = $3',
    values: [key.botId, key.userId, key.clientId],
  });
  return rowCount === 1;
}

/** The editors of a bot, the longest present first; at most `MAX_LISTED`. */
export async function listEditors(pool: Pool, botId: string): Promise<EditorShown[]> {
  const { rows } = await pool.query<Omit<EditorShown, 'since'> & { since: number }>({
    name: 'editor_list',
    text: `select bot_id as "botId", user_id as "userId", client_id as "clientId",
        group_id as "groupId", block_id as "blockId", field,
        (extract(epoch from since) * 1000)::float8 as since
      from bot_editor where bot_id = $1 and lease_until > now()
      order by bot_editor.since, user_id, client_id limit ${MAX_LISTED}`,
    values: [botId],
  });
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

/** The row before the statement, if its lease has not ended: a statement reads the snapshot of its beginning. */
const BEFORE = `before as (
    select group_id, block_id, field from bot_editor
    where bot_id = $1 and user_id = $2 and client_id = $3 and lease_until > now()
  ), windows as (
    select count(*) as open from bot_editor
    where bot_id = $1 and user_id = $2 and client_id <> $3 and lease_until > now()
  )`;

/** A live row's value comes from its newest version, because the snapshot may be older than what another statement wrote. */
const live = (column: string): string =>
  `case when bot_editor.lease_until > now() then bot_editor.${column} else excluded.${column} end`;

/** What a sign says that a person looks at: the values of a new row, and those of one that is there. */
const sign = (place: string, kept: (column: string) => string): string => `with ${BEFORE}
  insert into bot_editor (bot_id, user_id, client_id, group_id, block_id, field, since, lease_until)
  select $1, $2, $3, ${place}, now(), now() + ${LEASE}
  from windows where open < ${MAX_WINDOWS}
  on conflict (bot_id, user_id, client_id) do update set group_id = ${kept('group_id')},
    block_id = ${kept('block_id')}, field = ${kept('field')}, since = ${live('since')},
    lease_until = excluded.lease_until
  returning exists (select from before where before.group_id is not distinct from bot_editor.group_id
    and before.block_id is not distinct from bot_editor.block_id
    and before.field is not distinct from bot_editor.field) as "isSame"`;

const SHOW = sign('$4::text, $5::text, $6::text', (column) => `excluded.${column}`);
const KEEP = sign('null, null, null', live);

import type { Pool } from 'pg';
import type { ChatViewer } from '../schema/chatViewer.js';
import { LEASE, MAX_LISTED, MAX_WINDOWS, outcomeOf, type SignOutcome } from './editors.js';

/** One window of a person in which a chat is open. */
export type ViewerKey = Pick<ChatViewer, 'chatId' | 'userId' | 'clientId'>;

/** A viewer as others see them: without the lease. */
export type ViewerShown = Omit<ChatViewer, 'leaseUntil'>;

/** Notes that a person looks at a chat, until the lease ends. */
export async function keepViewer(pool: Pool, key: ViewerKey): Promise<SignOutcome> {
  const { rows } = await pool.query<{ isSame: boolean }>({
    name: 'viewer_keep',
    text: KEEP,
    values: [key.chatId, key.userId, key.clientId],
  });
  return outcomeOf(rows);
}

/** Deletes a window that was closed; returns whether it was stored. */
export async function leaveViewer(pool: Pool, key: ViewerKey): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'viewer_leave',
    text: 'delete from chat_viewer where chat_id = $1 and user_id = $2 and client_id = $3',
    values: [key.chatId, key.userId, key.clientId],
  });
  return rowCount === 1;
}

/** The people who look at a chat, the longest present first; at most `MAX_LISTED`. */
export async function listViewers(pool: Pool, chatId: string): Promise<ViewerShown[]> {
  const { rows } = await pool.query<Omit<ViewerShown, 'since'> & { since: number }>({
    name: 'viewer_list',
    text: `select chat_id as "chatId", user_id as "userId", client_id as "clientId",
        (extract(epoch from since) * 1000)::float8 as since
      from chat_viewer where chat_id = $1 and lease_until > now()
      order by chat_viewer.since, user_id, client_id limit ${MAX_LISTED}`,
    values: [chatId],
  });
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

const KEEP = `with before as (
    select from chat_viewer where chat_id = $1 and user_id = $2 and client_id = $3 and lease_until > now()
  ), windows as (
    select count(*) as open from chat_viewer
    where chat_id = $1 and user_id = $2 and client_id <> $3 and lease_until > now()
  )
  insert into chat_viewer (chat_id, user_id, client_id, since, lease_until)
  select $1, $2, $3, now(), now() + ${LEASE} from windows where open < ${MAX_WINDOWS}
  on conflict (chat_id, user_id, client_id) do update set lease_until = excluded.lease_until,
    since = case when chat_viewer.lease_until > now() then chat_viewer.since else excluded.since end
  returning exists (select from before) as "isSame"`;

import type { Pool } from 'pg';
import { shardKeyOf } from './shardKeys.js';

/** Seconds after which an attempt to end a wait is repeated that did not succeed. */
const AGAIN_AFTER = 60;

/** The most waits that end in one round, at once: each runs a whole turn. */
const MOST = 20;

/** The chats whose visitors waited for their whole time although nobody took or answered them, by their ids. */
export async function findEndedWaits(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'waits_ended',
    text: `select id from chat_desk where waits_until <= now() and assignee_id is null and waiting_since is not null
      order by waits_until limit ${MOST}`,
  });
  return rows.map(({ id }) => id);
}

/** Takes such a chat, so that no other server does; one whose wait has not ended after a minute can be taken again. */
export async function takeEndedWait(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'wait_take',
    text: `update chat_desk set waits_until = now() + interval '${AGAIN_AFTER} seconds'
      where shard_key = $1 and id = $2 and waits_until <= now()`,
    values: [shardKeyOf(id), id],
  });
  return rowCount === 1;
}

/** Forgets that a wait has an end: its chat is over. */
export async function forgetWait(pool: Pool, id: string): Promise<void> {
  await pool.query({
    name: 'wait_forget',
    text: 'update chat_desk set waits_until = null where shard_key = $1 and id = $2',
    values: [shardKeyOf(id), id],
  });
}

import type { Pool } from 'pg';
import { ChatStatus } from '../schema/enums.js';
import { shardKeysOf } from './shardKeys.js';

/** The status of each of these chats by id: a chat that ended is closed, one that is no longer stored is absent. */
export async function findChatStatuses(
  pool: Pool,
  sessionIds: readonly string[],
): Promise<Map<string, ChatStatus>> {
  const { rows } = await pool.query<{ id: string; status: ChatStatus }>({
    name: 'chat_statuses',
    text: `select id, case when is_ended then '${ChatStatus.CLOSED}' when state -> 'isPaused' is null then '${ChatStatus.OPEN}'
        else '${ChatStatus.PAUSED}' end as status
      from chat_session where shard_key = any($2) and id = any($1)`,
    values: [sessionIds, shardKeysOf(sessionIds)],
  });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

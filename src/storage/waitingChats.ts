import type { Pool } from 'pg';
import { findShardKeysOf, shardKeyOf } from './shardKeys.js';

/** The chat of this result of a bot; undefined where there is none. */
export async function chatOfResult(
  pool: Pool,
  botId: string,
  resultId: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string | null }>({
    name: 'chat_of_result',
    text: `select session_id as id from result
      where shard_key = $3 and id = $1 and bot_id = $2 and not is_archived`,
    values: [resultId, botId, shardKeyOf(resultId)],
  });
  return rows[0]?.id ?? undefined;
}

/** Newest previews of a bot that are searched. */
const LOOKED_AT = 20;

/**
 * The newest preview of a bot that waits for its client at this block; undefined where none does. Restricted previews are left out: anybody
 * may start one, and would receive what a member of the workspace sends to a preview of their own.
 */
export async function previewAt(
  pool: Pool,
  botId: string,
  blockId: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'preview_at_block',
    text: `select id from (
        select id, state, created_at from chat_session
        where shard_key = any($3) and bot_id = $1 and is_preview order by created_at desc limit ${LOOKED_AT}
      ) as newest
      where state->'at'->>'blockId' = $2 and state->'at'->>'waitsFor' = 'client'
        and state->'settings'->>'reach' is null
      order by created_at desc limit 1`,
    values: [botId, blockId, await findShardKeysOf(pool, botId)],
  });
  return rows[0]?.id;
}

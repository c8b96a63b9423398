import type { Pool } from 'pg';
import { upgradeSession, type Session } from '../engine/index.js';

/** A live chat that has not ended. */
export interface OpenChat {
  readonly resultId: string;
  /** When its first turn was written, in milliseconds since 1970. */
  readonly at: number;
  /** The session, as JSON. */
  readonly state: string;
}

/** The session of an open chat. */
export function sessionOf({ state }: OpenChat): Session {
  return upgradeSession(JSON.parse(state));
}

/** Which open chats of a bot. */
interface WhichChats {
  readonly botId: string;
  readonly shardKeys: readonly string[];
  /** Days without a turn after which a chat has expired. */
  readonly idleDays: number;
  /** Only those older than this one. */
  readonly before: Pick<OpenChat, 'resultId' | 'at'> | undefined;
  readonly limit: number;
}

/** The open chats of a bot that have not expired, newest first. */
export async function findOpenChats(
  pool: Pool,
  { botId, shardKeys, idleDays, before, limit }: WhichChats,
): Promise<OpenChat[]> {
  const { rows } = await pool.query<OpenChat>({
    // Plain SQL: the state stays text, which is parsed in steps.
    name: 'open_chats',
    text: `select result_id as "resultId", (extract(epoch from created_at) * 1000)::float8 as at, state::text as state
      from chat_session
      where shard_key = any($1) and bot_id = $2 and not is_preview and not is_ended and result_id is not null
        and updated_at > now() - make_interval(days => $3)
        and ($4::float8 is null or (created_at, result_id) < (to_timestamp($4 / 1000), $5::text))
      order by created_at desc, result_id desc limit $6`,
    values: [shardKeys, botId, idleDays, before?.at, before?.resultId, limit],
  });
  return rows;
}

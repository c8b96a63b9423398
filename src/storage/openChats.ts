import type { Pool } from 'pg';
import { upgradeSession, type Session } from '../engine/index.js';

/** A live chat that has not ended. */
export interface OpenChat {
  /** The session, as JSON. */
  readonly state: string;
}

/** The session of an open chat. */
export function sessionOf({ state }: OpenChat): Session {
  return upgradeSession(JSON.parse(state));
}

/** The place of a result among those of its bot. */
export interface ResultPlace {
  readonly resultId: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
}

/** Which results of a bot. */
interface WhichResults {
  readonly botId: string;
  readonly shardKeys: readonly string[];
  /** Only those older than this one. */
  readonly before: ResultPlace | undefined;
  readonly limit: number;
}

/**
 * The results of a bot, newest first. Open chats are found by these: an index of their own would cost each start and each end of a chat
 * (docs/adr/0093-stages-and-splits.md).
 */
export async function findResultPlaces(
  pool: Pool,
  { botId, shardKeys, before, limit }: WhichResults,
): Promise<ResultPlace[]> {
  const { rows } = await pool.query<ResultPlace>({
    // Plain SQL, as below: half a million of them may be passed in one call.
    name: 'result_places',
    text: `select id as "resultId", (extract(epoch from created_at) * 1000)::float8 as at from result
      where shard_key = any($1) and bot_id = $2 and not is_archived
        and ($3::float8 is null or (created_at, id) < (to_timestamp($3 / 1000), $4::text))
      order by created_at desc, id desc limit $5`,
    values: [shardKeys, botId, before?.at, before?.resultId, limit],
  });
  return rows;
}

/** The chats of these results that are open: live, not ended, and with a turn in so many days. */
export async function findOpenChats(
  pool: Pool,
  {
    shardKeys,
    results,
    idleDays,
  }: {
    readonly shardKeys: readonly string[];
    readonly results: readonly ResultPlace[];
    readonly idleDays: number;
  },
): Promise<OpenChat[]> {
  const { rows } = await pool.query<OpenChat>({
    // Plain SQL: the state stays text, which is parsed in steps.
    name: 'open_chats',
    text: `select state::text as state from chat_session
      where shard_key = any($1) and result_id = any($2) and not is_preview and not is_ended
        and updated_at > now() - make_interval(days => $3)`,
    values: [shardKeys, results.map(({ resultId }) => resultId), idleDays],
  });
  return rows;
}

import type { TurnEvent } from '../engine/index.js';
import { storedEvents } from './events.js';
import type { Queryable } from './reads.js';
import { shardKeysOf } from './shardKeys.js';

/** The events of one turn of a chat, or those that its client reported at a time. */
export interface LoggedTurn {
  readonly resultId: string;
  /** Null of what the client reported. */
  readonly turn: number | null;
  readonly at: Date;
  readonly events: readonly TurnEvent[];
}

/** The logged turns of the chats of these results, by result, oldest first; one statement for all of them. */
export async function readResultLogs(
  pool: Queryable,
  resultIds: readonly string[],
): Promise<Map<string, LoggedTurn[]>> {
  const { rows } = await pool.query<{
    resultId: string;
    turn: number | null;
    at: number;
    events: string;
  }>({
    name: 'result_logs',
    text: `select chat.result_id as "resultId", turn, (extract(epoch from logged.created_at) * 1000)::float8 as at,
        events::text as events
      from (
        select shard_key, result_id, id from chat_session where shard_key = any($2) and result_id = any($1)
        union select shard_key, id, session_id from result
          where shard_key = any($2) and id = any($1) and session_id is not null
      ) as chat
      join (
        select shard_key, session_id, turn, created_at, first_seq, events from chat_event where shard_key = any($2)
        union all select shard_key, session_id, null, created_at, 0, events from client_log where shard_key = any($2)
      ) as logged on logged.shard_key = chat.shard_key and session_id = chat.id
      order by chat.result_id, logged.created_at, first_seq`,
    values: [resultIds, shardKeysOf(resultIds)],
  });
  const byResult = new Map<string, LoggedTurn[]>();
  for (const { resultId, turn: number, at, events } of rows) {
    const turn: LoggedTurn = {
      ...{ resultId, turn: number, at: new Date(at) },
      events: storedEvents(events),
    };
    const known = byResult.get(resultId);
    if (known) known.push(turn);
    else byResult.set(resultId, [turn]);
  }
  return byResult;
}

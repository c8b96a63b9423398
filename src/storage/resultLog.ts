import type { Pool } from 'pg';
import type { TurnEvent } from '../engine/index.js';
import { storedEvents } from './events.js';

/** What was written to the log of a chat by one turn, or reported by its client at a time. */
export interface LoggedTurn {
  readonly resultId: string;
  readonly at: Date;
  readonly events: readonly TurnEvent[];
}

/** The turns of the chats these results come from, by result, oldest first; one statement for all of them. */
export async function readResultLogs(
  pool: Pool,
  resultIds: readonly string[],
): Promise<Map<string, LoggedTurn[]>> {
  const { rows } = await pool.query<{ resultId: string; at: number; events: string }>({
    name: 'result_logs',
    text: `select chat.result_id as "resultId", (extract(epoch from logged.created_at) * 1000)::float8 as at,
        events::text as events
      from (
        select result_id, id from chat_session where result_id = any($1)
        union select id, session_id from result where id = any($1) and session_id is not null
      ) as chat
      join (
        select session_id, created_at, first_seq, events from chat_event
        union all select session_id, created_at, 0, events from client_log
      ) as logged on session_id = chat.id
      order by chat.result_id, logged.created_at, first_seq`,
    values: [resultIds],
  });
  const byResult = new Map<string, LoggedTurn[]>();
  for (const { resultId, at, events } of rows) {
    const turn: LoggedTurn = { resultId, at: new Date(at), events: storedEvents(events) };
    const known = byResult.get(resultId);
    if (known) known.push(turn);
    else byResult.set(resultId, [turn]);
  }
  return byResult;
}

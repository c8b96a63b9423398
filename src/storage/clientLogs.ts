import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { LogEvent } from '../engine/index.js';
import { shardKeyOf } from './shardKeys.js';

/** Lines that are kept of a chat. A client that reports more has a fault. */
const MOST_LINES = 200;

/**
 * Stores log lines that were reported outside the turns of a chat: by its client, or about a text that was streamed to it. Returns the
 * number of stored lines: none once the chat has its most.
 */
export async function saveClientLogs(
  pool: Pool,
  sessionId: string,
  events: readonly LogEvent[],
): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'client_logs_save',
    text: `insert into client_log (shard_key, id, session_id, lines, events, created_at)
      select $5, $1, $2, $3::int, $4::json, now()
      where (select coalesce(sum(lines), 0) from client_log
        where shard_key = $5 and session_id = $2) + $3::int <= ${MOST_LINES}`,
    values: [randomUUID(), sessionId, events.length, JSON.stringify(events), shardKeyOf(sessionId)],
  });
  return rowCount === 1 ? events.length : 0;
}

import type { Pool } from 'pg';
import type { TurnEvent } from '../engine/index.js';

/** An event of a chat with its number. */
export interface NumberedEvent {
  readonly seq: number;
  readonly turn: number;
  readonly at: Date;
  readonly event: TurnEvent;
}

/** How many writes one page of the log reads. */
const WRITES_PER_PAGE = 50;

/** The next events of a chat after this number, in order; empty when there are none yet. */
export async function readEvents(
  pool: Pool,
  sessionId: string,
  after: number,
): Promise<NumberedEvent[]> {
  const { rows } = await pool.query<{ first: number; turn: number; events: string; at: number }>({
    name: 'events_read',
    // The row that holds `after + 1` begins at or before it: the greatest first number up to there.
    text: `select first_seq as first, turn, events::text as events,
        (extract(epoch from created_at) * 1000)::float8 as at
      from chat_event
      where session_id = $1 and last_seq > $2 and first_seq >= coalesce((
        select max(first_seq) from chat_event where session_id = $1 and first_seq <= $2::int + 1), 0)
      order by first_seq limit ${WRITES_PER_PAGE}`,
    values: [sessionId, after],
  });
  return rows
    .flatMap((row) => {
      const events: TurnEvent[] = JSON.parse(row.events);
      const at = new Date(row.at);
      return events.map((event, index) => ({ seq: row.first + index, turn: row.turn, at, event }));
    })
    .filter(({ seq }) => seq > after);
}

import type { Pool } from 'pg';
import type { TurnEvent } from '../engine/index.js';

/** An event of a chat with its number. */
export interface NumberedEvent {
  readonly seq: number;
  readonly turn: number;
  readonly at: Date;
  readonly event: TurnEvent;
}

/** Which part of the log to read. */
export interface EventsWanted {
  /** The number of the last event known already. */
  readonly after: number;
  /** The most events, at most `EVENTS_PER_PAGE`. */
  readonly limit: number;
}

/** The most events a page of the log holds. */
export const EVENTS_PER_PAGE = 256;

/** The most bytes of events a page holds, but for a single write that is larger: what one watcher may cost. */
const BYTES_PER_PAGE = 1024 ** 2;

/** The next events of a chat after a number, in order, a page at most; empty when there are none yet. */
export async function readEvents(
  pool: Pool,
  sessionId: string,
  { after, limit }: EventsWanted,
): Promise<NumberedEvent[]> {
  const { rows } = await pool.query<{ first: number; turn: number; events: string; at: number }>({
    name: 'events_read',
    // The row that holds `after + 1` begins at or before it: the greatest first number up to there. Each next row begins
    // where the last one ends; its length is looked at only when it is its turn, because rows may be large.
    text: `with recursive page as (
        (select first_seq, last_seq, turn, events::text as events, created_at,
            octet_length(events::text)::bigint as bytes
          from chat_event
          where session_id = $1 and last_seq > $2 and first_seq >= coalesce((
            select max(first_seq) from chat_event
            where session_id = $1 and first_seq <= $2::bigint + 1), 0)
          order by first_seq limit 1)
        union all
        select row.first_seq, row.last_seq, row.turn, row.text, row.created_at,
          page.bytes + octet_length(row.text)
        from page, lateral (select *, events::text as text from chat_event
          where session_id = $1 and first_seq = page.last_seq + 1) as row
        where row.first_seq <= $2::bigint + $3
          and page.bytes + octet_length(row.text) <= ${BYTES_PER_PAGE}
      )
      select first_seq as first, turn, events,
        (extract(epoch from created_at) * 1000)::float8 as at
      from page order by first_seq`,
    values: [sessionId, after, limit],
  });
  return rows
    .flatMap((row) => {
      const events: TurnEvent[] = JSON.parse(row.events);
      const at = new Date(row.at);
      return events.map((event, index) => ({ seq: row.first + index, turn: row.turn, at, event }));
    })
    .filter(({ seq }) => seq > after)
    .slice(0, limit);
}

/** Whether a chat is over with this event, unless it is a preview that goes on. */
export function isEnd({ event }: NumberedEvent): boolean {
  return event.kind === 'turnEnd' && event.isEnded;
}

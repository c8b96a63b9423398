import type { Pool } from 'pg';
import { SPANS } from './spans.js';

/** How many turns are added up at a time. */
const BATCH = 5_000;

/**
 * Adds the deltas of turns to the totals. Any number of servers may do so at once: each takes rows that no other has locked,
 * updates totals in the same order, and does both in one statement, so that every reader sees each delta counted once.
 * Gives whether there may be more.
 */
export async function foldCounts(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ taken: number }>({
    name: 'counts_fold',
    text: `with taken as (
        delete from count_delta where ctid = any(array(
          select ctid from count_delta limit ${BATCH} for update skip locked))
        returning bot_id, flow_id, slot, parts
      ), added as (
        insert into bot_count (bot_id, kind, span, slot, flow_id, part_id, total)
        select bot_id, part ->> 0, span, slot / span * span, flow_id, part ->> 1, sum((part ->> 2)::bigint)
        from taken cross join lateral json_array_elements(parts) as part
          cross join unnest(array[${SPANS.join(', ')}]) as span
        group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
        on conflict (bot_id, kind, span, slot, flow_id, part_id)
          do update set total = bot_count.total + excluded.total
      )
      select count(*)::int as taken from taken`,
  });
  return (rows[0]?.taken ?? 0) === BATCH;
}

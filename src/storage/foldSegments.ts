import type { ClientBase, Pool } from 'pg';
import { CHANGED_BY_TURNS, GIVEN_RESULTS, OF_SEGMENTS, countAgain } from './segmentCounts.js';
import { inTransaction } from './transaction.js';

/** Turns, results or counts that one transaction takes. */
const BATCH = 2_000;

/**
 * Brings the counts by segment up to date: with what turns changed, then with the next results of a segment that is new, and deletes counts
 * of one that was removed. Several servers may do this at once: one of them does. Returns whether there may be more.
 */
export async function foldSegments(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('select from bot_segment limit 1');
  if (rows.length === 0) return false;
  return inTransaction(pool, async (client) => {
    const span = await takeSpan(client);
    if (!span) return false;
    const hasTurns = await countTurns(client, span);
    const hasOlder = await countOlder(client);
    const hasRemoved = await deleteRemoved(client);
    return hasTurns || hasOlder || hasRemoved;
  });
}

/** The transactions whose turns are counted next, from `before` to before `until`. */
interface Span {
  readonly before: string;
  readonly until: string;
  /** Whether any of them wrote a turn. */
  readonly hasTurns: boolean;
  /** Whether more have ended since. */
  readonly isPart: boolean;
}

/** Locks the log of segments, unless another server works. What transactions before `until` wrote is visible to the next statement. */
async function takeSpan(client: ClientBase): Promise<Span | undefined> {
  const { rows } = await client.query<Span>(`with log as materialized (
      select before from segment_log for update skip locked
    ), ends as materialized (
      select before, ended, coalesce((select written_in from chat_event where written_in >= before and written_in < ended
        order by written_in limit 1 offset ${BATCH}), ended) as until
      from log, pg_snapshot_xmin(pg_current_snapshot()) as ended
    )
    select before::text, until::text, until <> ended as "isPart",
      exists (select from chat_event where written_in >= before and written_in < until) as "hasTurns"
    from ends`);
  return rows[0];
}

async function countTurns(
  client: ClientBase,
  { before, until, hasTurns, isPart }: Span,
): Promise<boolean> {
  if (!hasTurns) return false;
  await countAgain(client, CHANGED_BY_TURNS, [before, until]);
  await client.query('update segment_log set before = $1::text::xid8', [until]);
  return isPart;
}

interface Piece {
  readonly segmentId: string;
  readonly ids: string[] | null;
}

/** Counts the next older results of a segment that is new. */
async function countOlder(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<Piece>(
    `with segment as (
        select id, bot_id, counted_since, counted_id from bot_segment
        where counted_since is not null and not is_removed order by id limit 1
      )
      select segment.id as "segmentId", (select json_agg(older.id) from (
        select id from result where bot_id = segment.bot_id and not is_archived
          and (created_at, id) < (counted_since, counted_id)
        order by created_at desc, id desc limit ${BATCH}) as older) as ids
      from segment`,
  );
  const [piece] = rows;
  if (!piece) return false;
  const ids = piece.ids ?? [];
  await countAgain(client, GIVEN_RESULTS, [ids]);
  const last = ids.length < BATCH ? null : ids.at(-1);
  await client.query(
    `update bot_segment set counted_since = (select created_at from result where id = $2), counted_id = coalesce($2, '')
      where id = $1`,
    [piece.segmentId, last],
  );
  return true;
}

/** Deletes counts of a segment that was removed, and then the segment. */
async function deleteRemoved(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ id: string; botId: string }>(
    'select id, bot_id as "botId" from bot_segment where is_removed order by id limit 1',
  );
  const [segment] = rows;
  if (!segment) return false;
  const { rowCount } = await client.query(
    `delete from segment_result where ctid = any(array(
        select ctid from segment_result where segment_id = $1 limit ${BATCH}))`,
    [segment.id],
  );
  if (rowCount === BATCH) return true;
  await client.query(
    `delete from bot_count where bot_id = $1 and kind = any($2) and starts_with(part_id, $3)`,
    [segment.botId, OF_SEGMENTS, `${segment.id}:`],
  );
  await client.query('delete from bot_segment where id = $1', [segment.id]);
  return true;
}

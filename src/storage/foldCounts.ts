import type { Pool } from 'pg';
import { eachKey, keysWith, type Keys } from './sharded/eachKey.js';
import { SPANS } from './spans.js';

/** Turns, and deltas, that one statement adds up. */
const BATCH = 5_000;

/**
 * SQL: whether a transaction from `from` to before `until` wrote a row of the log. With both bounds named, PostgreSQL expects few rows and
 * reads the index.
 */
const isWrittenIn = (from: string, until: string): string =>
  `written_in >= ${from} and written_in < ${until}`;

/** SQL: what a turn counted, by bot and flow, of a row with `shard_key`, `slot` (that of its chat) and `counted`, an element of `passed`. */
const COUNTED = `shard_key, counted ->> 'bot_id' as bot_id, counted ->> 'flow_id' as flow_id,
      coalesce((counted ->> 'slot')::integer, slot) as slot, counted -> 'parts' as parts`;

/** SQL: the counts of turns that transactions from `from` to before `until` wrote. */
const countedBy = (from: string, until: string): string =>
  `select ${COUNTED} from chat_event cross join lateral json_array_elements(passed) as counted
    where ${isWrittenIn(from, until)}`;

/** SQL: the counts of turns that are not added up yet, in the snapshot of the statement. */
export const UNCOUNTED_TURNS = countedBy(
  'counted_before()',
  'pg_snapshot_xmax(pg_current_snapshot())',
);

/**
 * Adds up turns and deltas in one statement, so that every reader sees everything counted once. Most turns of a bot have the same `passed`,
 * so equal texts are counted first, and each is parsed once.
 */
const FOLD = `
  with log as materialized (
    select before from counted_log for update skip locked
  ), span as materialized (
    select before, least(ended, coalesce((
      select written_in from chat_event where written_in >= before and written_in < ended
      order by written_in limit 1 offset ${BATCH}), ended)) as until
    from log, pg_snapshot_xmin(pg_current_snapshot()) as ended
  ), alike as (
    select min(shard_key) as shard_key, passed::text collate "C" as passed, slot, count(*) as times
    from chat_event where ${isWrittenIn('(select before from span)', '(select until from span)')} group by 2, 3
  ), delta as (
    delete from count_delta where ctid = any(array(
      select ctid from count_delta limit ${BATCH} for update skip locked))
    returning shard_key, bot_id, flow_id, slot, parts
  ), taken as (
    select ${COUNTED}, times
    from alike cross join lateral json_array_elements(passed::json) as counted
    union all select shard_key, bot_id, flow_id, slot, parts, 1 from delta
  ), summed as (
    select min(shard_key) as shard_key, bot_id, flow_id, slot, part ->> 0 as kind, part ->> 1 as part_id,
      sum(times * (part ->> 2)::bigint) as total
    from taken cross join lateral json_array_elements(parts) as part group by 2, 3, 4, 5, 6
  ), added as (
    insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
    select min(shard_key), bot_id, kind, length, slot / length * length, flow_id, part_id, sum(total)
    from summed cross join unnest(array[${SPANS.join(', ')}]) as length
    group by 2, 3, 4, 5, 6, 7 order by 2, 3, 4, 5, 6, 7
    on conflict on constraint bot_count_pkey
      do update set total = bot_count.total + excluded.total
  ), moved as (
    update counted_log set before = span.until from span
    where span.until > counted_log.before and exists (select from alike)
  )
  select coalesce(sum(times), 0)::int as taken from taken`;

/**
 * Adds the counts of turns, and deltas, to the totals. A turn is added up when no transaction that began before its own is still running:
 * then all rows up to it are visible. Several servers may do this at once: one of them adds up the log, each takes deltas that no other has
 * locked, and all update totals in the same order. Returns whether there may be more.
 */
export async function foldCounts(pool: Pool): Promise<boolean> {
  const parts = await eachKey(pool, () => keysWith(pool, 'count_delta'));
  if (parts[0] !== null) return foldEachKey(pool, parts);
  const { rows } = await pool.query<{ taken: number }>({ name: 'counts_fold', text: FOLD });
  return (rows[0]?.taken ?? 0) >= BATCH;
}

/** In a cluster, all counts of turns are deltas, and each transaction covers one shard key. */
async function foldEachKey(pool: Pool, keys: readonly Keys[]): Promise<boolean> {
  let hasMore = false;
  for (const [shardKey] of keys.filter((one) => one !== null)) {
    const { rows } = await pool.query<{ taken: number }>({
      name: 'counts_fold_key',
      text: 'select node.fold_counts($1, $2, $3) as taken',
      values: [shardKey, BATCH, SPANS],
    });
    hasMore ||= (rows[0]?.taken ?? 0) >= BATCH;
  }
  return hasMore;
}

/**
 * Runs when a server starts. A dump that was restored into another PostgreSQL names transactions of the old one, which the new one may have
 * yet to reach: new turns would count as added up as soon as they are written. So counts that were not added up become deltas, and the
 * column of transaction numbers is made again, which does not rewrite the table. Results are looked at again for their segments.
 */
export const RENUMBER_LOG = `do $$ begin
  if to_regclass('counted_log') is null then return; end if;
  if (select before <= pg_snapshot_xmax(pg_current_snapshot()) from counted_log) then return; end if;
  lock table chat_event;
  insert into count_delta (shard_key, bot_id, flow_id, slot, parts)
    ${countedBy('(select before from counted_log)', "'18446744073709551615'")};
  alter table chat_event drop column written_in;
  alter table chat_event add column written_in xid8;
  create index chat_event_written_in on chat_event (written_in) where written_in is not null;
  update counted_log set before = pg_snapshot_xmin(pg_current_snapshot());
  if to_regclass('segment_log') is null then return; end if;
  update segment_log set before = pg_snapshot_xmin(pg_current_snapshot());
  update bot_segment set counted_since = '9999-12-31', counted_id = '';
end $$`;

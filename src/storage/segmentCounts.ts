import type { ClientBase } from 'pg';
import { slotOf } from './slot.js';

/** The most values of a segment that have a count of their own; all others share one. */
const MOST_VALUES = 50;

/** The characters of a value that are compared. */
const VALUE_LENGTH = 100;

/** The kinds of counts of results by segment; the id of a part is `<segment>:<value>`, with the value as in `segment_result`. */
export const OF_SEGMENTS = ['segment_view', 'segment_start', 'segment_completion'];
const [VIEW, START, COMPLETION] = OF_SEGMENTS;

/**
 * SQL: the results that turns of transactions from `from` to before `until` changed, of these bots. A chat changes the result with which it
 * began, and those that it created for linked bots, each at the time of a turn.
 */
const changedBetween = (from: string, until: string, botIds: string): string =>
  `with turn as materialized (
      select distinct shard_key, session_id, counted ->> 'bot_id' as bot_id
      from chat_event cross join lateral json_array_elements(passed) as counted
      where written_in >= ${from} and written_in < ${until} and counted ->> 'bot_id' = any(${botIds})
    )
    select turn.shard_key, result_id as id
    from turn join chat_session on chat_session.shard_key = turn.shard_key and chat_session.id = session_id
    where result_id is not null
    union select turn.shard_key, result.id
    from turn join chat_event on chat_event.shard_key = turn.shard_key and chat_event.session_id = turn.session_id
      join result on result.bot_id = turn.bot_id and result.created_at = chat_event.created_at and not is_archived
    where passed is not null and result.session_id = turn.session_id`;

/** SQL: what a variable of a result holds: its text, or the entries of its list. */
const VARIABLE = `(select case json_typeof(held -> 'value')
      when 'array' then (select string_agg(entry, ', ') from json_array_elements_text(held -> 'value') as entry)
      else held ->> 'value' end
    from json_array_elements(result.variables) as held where held ->> 'id' = variable_id limit 1)`;

/** SQL: the channel of a result's chat. The state is searched as text, because it may hold characters that PostgreSQL cannot extract. */
const CHANNEL = `case when strpos(chat_session.state::text, '"messenger":{') > 0 then 'MESSENGER' else 'WEB' end`;

/**
 * SQL: how results (`changed`) differ from what they are counted as, by segment. A result whose chat was deleted keeps its channel. Values get
 * a count of their own in the order of their texts, as long as there is room.
 */
const DIFFERENCES = `with valued as materialized (
      select result.shard_key, result.bot_id, result.flow_id, ${slotOf('result.created_at')} as slot, result.id as result_id,
        bot_segment.id as segment_id, named, result.has_started, result.is_completed,
        counted.value as was, counted.has_started as had_started, counted.is_completed as was_completed,
        coalesce(left(btrim(case source when 'VARIABLE' then ${VARIABLE}
          else case when chat_session.id is null then substr(counted.value, 2) else ${CHANNEL} end end), ${VALUE_LENGTH}), '') as value
      from changed join result on result.shard_key = changed.shard_key and result.id = changed.id and not is_archived
        join bot_segment on bot_segment.bot_id = result.bot_id and not is_removed
        left join segment_result as counted on counted.segment_id = bot_segment.id and counted.result_id = result.id
        left join chat_session on source = 'CHANNEL' and chat_session.shard_key = result.shard_key
          and chat_session.id = result.session_id
    )
  select *, was is null as is_new from (
    select shard_key, bot_id, flow_id, slot, result_id, segment_id, has_started, is_completed, was, had_started, was_completed,
      '=' || value = any(named) as is_named,
      case when value = '' then '' when '=' || value = any(named) then '=' || value
        when cardinality(named) + dense_rank() over (partition by segment_id, value = '' or '=' || value = any(named)
          order by value collate "C") <= ${MOST_VALUES} then '=' || value
        else '*' end as value
    from valued
  ) as found where (value, has_started, is_completed) is distinct from (was, had_started, was_completed)`;

/** SQL: differences as rows of `count_delta`. */
const AS_DELTAS = `select shard_key, bot_id, flow_id, slot, json_agg(json_build_array(kind, part_id, n)) as parts from (
    select shard_key, bot_id, flow_id, slot, kind, segment_id || ':' || part as part_id, sum(n) as n
    from difference cross join lateral (values
      ('${VIEW}', was, -1, not is_new), ('${START}', was, -1, had_started), ('${COMPLETION}', was, -1, was_completed),
      ('${VIEW}', value, 1, true), ('${START}', value, 1, has_started), ('${COMPLETION}', value, 1, is_completed)
    ) as counted (kind, part, n, holds)
    where holds group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  ) as part group by 1, 2, 3, 4`;

/** SQL: what turns changed of the counts by segment of the bots `$1` and is not counted yet, in the snapshot of the statement. */
export const UNCOUNTED_SEGMENTS = `with changed as materialized (
    ${changedBetween('segmented_before()', 'pg_snapshot_xmax(pg_current_snapshot())', '$1')}
  ), difference as materialized (${DIFFERENCES})
  ${AS_DELTAS}`;

/** SQL for `countAgain`: the results that turns of transactions from `$1` to before `$2` changed, of all bots with segments. */
export const CHANGED_BY_TURNS = changedBetween(
  '$1::text::xid8',
  '$2::text::xid8',
  'array(select bot_id from bot_segment)',
);

/** SQL for `countAgain`: results by their ids. */
export const GIVEN_RESULTS = 'select shard_key, id from result where id = any($1)';

/** Keeps others from changing counts by segment until the transaction ends; what they changed is visible to the next statement. */
export const LOCK_SEGMENTS = 'select from segment_log for update';

/**
 * Counts results (`changed`) in the segments of their bots, or counts them again where they changed: writes the differences as deltas. The
 * transaction must have locked `segment_log` by an earlier statement.
 */
export async function countAgain(
  client: Pick<ClientBase, 'query'>,
  changed: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(
    `with changed as materialized (${changed}), difference as materialized (${DIFFERENCES}), fresh as (
        update bot_segment set named = named || more from (
          select segment_id, array_agg(distinct value) as more from difference
          where value like '=%' and not is_named group by 1) as found
        where id = segment_id
      ), kept as (
        insert into segment_result (segment_id, result_id, value, has_started, is_completed)
        select segment_id, result_id, value, has_started, is_completed from difference
        on conflict on constraint segment_result_pkey do update
          set value = excluded.value, has_started = excluded.has_started, is_completed = excluded.is_completed
      )
      insert into count_delta (shard_key, bot_id, flow_id, slot, parts) ${AS_DELTAS}`,
    [...values],
  );
}

/**
 * Whether a bot has segments, or had some whose counts are not deleted yet. That stays so until the transaction ends, and if it does, nobody
 * else changes counts by segment meanwhile.
 */
export async function lockSegmentsOf(
  client: Pick<ClientBase, 'query'>,
  botId: string,
): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf(botId)]);
  const { rows } = await client.query('select from bot_segment where bot_id = $1', [botId]);
  if (rows.length > 0) await client.query(LOCK_SEGMENTS);
  return rows.length > 0;
}

/** The name of the lock of those who set the segments of a bot, or delete or import its results. */
export function lockOf(botId: string): string {
  return `segments of ${botId}`;
}

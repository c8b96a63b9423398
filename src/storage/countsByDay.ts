import {
  OF_BLOCKS,
  OF_FLOWS,
  OF_RESULTS,
  byOwner,
  countValues,
  countsOf,
  type CountOwner,
  type CountQuery,
  type CountSelection,
  type Owned,
  type Owning,
  type PartCount,
  type Totals,
} from './counts.js';
import type { Queryable } from './reads.js';
import { SLOT_SECONDS } from './slot.js';
import { SPANS } from './spans.js';

/** Something that is counted by day. */
interface OfDay {
  /** As in `2026-01-31`. */
  readonly day: string;
}

/** The totals of one day. */
export type DayTotals = Totals & OfDay;

/** One count of a block on one day. */
export type DayPartCount = PartCount & OfDay;

/** A query of counts by day. */
export interface DaysQuery extends CountQuery {
  /** The IANA time zone of the days. */
  readonly timeZone: string;
}

/** A query of the counts of some blocks by day. */
export interface BlocksByDay extends DaysQuery {
  readonly blockIds: readonly string[];
}

const [, DAY] = SPANS;

/** SQL: the day in which an instant, in slots since 1970, is in a time zone. */
const dayOf = (slot: string, zone: string): string =>
  `(to_timestamp((${slot}) * ${SLOT_SECONDS}::float8) at time zone ${zone})::date`;

/**
 * SQL: the quarters of an hour of a UTC day (`slot`) that are in another day of the time zone: those before local midnight where the clock
 * is behind UTC, those after it where it is ahead. So the days of any zone are read as whole UTC days and a few quarters of an hour each.
 */
const ELSEWHERE = `select case when first_day < utc_day then slot else midnight end as first,
    case when first_day < utc_day then midnight else slot + ${DAY} end as until
  from (select ${dayOf('slot', "'UTC'")} as utc_day, ${dayOf('slot', '$10')} as first_day,
    ${dayOf(`slot + ${DAY - 1}`, '$10')} as last_day) as days
  cross join lateral (
    select (extract(epoch from last_day::timestamp at time zone $10) / ${SLOT_SECONDS})::int as midnight) as between
  where first_day <> last_day`;

/** The counts, other than zero, by day, oldest first; $10 is the time zone, $11 restricts them to some blocks. */
const byDay = (owner: CountOwner): string => `with counted as materialized (
    select owner_id, kind, span, slot, part_id, sum(total) as total from (${countsOf(owner)}) as counted
    where $11::text[] is null or part_id = any($11) group by 1, 2, 3, 4, 5
  ), elsewhere as (
    select whole.slot as utc_slot, bot_count.slot, bot_id as owner_id, kind, part_id, total
    from (select distinct slot from counted where span = ${DAY}) as whole cross join lateral (${ELSEWHERE}) as range
      join bot_count on shard_key = any($9) and bot_id = any($1) and kind = any($2) and span = 1
        and bot_count.slot >= range.first and bot_count.slot < range.until
        and ${OF_FLOWS} and ($11::text[] is null or part_id = any($11))
  )
  select owner_id as "ownerId", to_char(day, 'YYYY-MM-DD') as day, kind, part_id as "partId", sum(total)::float8 as total from (
    select owner_id, kind, part_id, ${dayOf('slot', `case span when ${DAY} then 'UTC' else $10 end`)} as day, total from counted
    union all select owner_id, kind, part_id, ${dayOf('slot', '$10')}, total from elsewhere
    union all select owner_id, kind, part_id, ${dayOf('utc_slot', "'UTC'")}, -total from elsewhere
  ) as by_day group by 1, 2, 3, 4 having sum(total) <> 0 order by 1, 2, 3, 4`;

/** The totals of the results of each of these bots or workspaces by day, oldest first; days without results are absent. */
export async function countResultsByDay(
  pool: Queryable,
  ids: readonly string[],
  { owner = 'bot', ...query }: Owning<DaysQuery>,
): Promise<Map<string, DayTotals[]>> {
  const found = await countByDay(pool, { owner, ids, kinds: OF_RESULTS }, query);
  return new Map([...found].map(([id, rows]) => [id, totalsByDay(rows)]));
}

/** The counts, other than zero, of these blocks of each of these bots by day, oldest first. */
export async function countBlocksByDay(
  pool: Queryable,
  botIds: readonly string[],
  { blockIds, ...query }: BlocksByDay,
): Promise<Map<string, DayPartCount[]>> {
  const selection = { owner: 'bot', ids: botIds, kinds: OF_BLOCKS, partIds: blockIds } as const;
  return countByDay(pool, selection, query);
}

interface DaySelection extends Omit<CountSelection, 'spans'> {
  readonly partIds?: readonly string[];
}

async function countByDay(
  pool: Queryable,
  { partIds, ...selection }: DaySelection,
  { timeZone, ...query }: DaysQuery,
): Promise<Map<string, DayPartCount[]>> {
  const values = await countValues(pool, { ...selection, spans: SPANS.slice(0, 2) }, query);
  const { rows } = await pool.query<DayPartCount & Owned>({
    // Without a name: a plan for any range of time is slower by far than one for this range.
    text: byDay(selection.owner),
    values: [...values, timeZone, partIds ?? null],
  });
  return byOwner(selection.ids, rows);
}

function totalsByDay(rows: readonly DayPartCount[]): DayTotals[] {
  const days = new Map<string, Map<string, number>>();
  for (const { day, kind, total } of rows) {
    days.set(day, (days.get(day) ?? new Map<string, number>()).set(kind, total));
  }
  return [...days].map(([day, kinds]) => {
    const of = (kind: string) => kinds.get(kind) ?? 0;
    return { day, views: of('view'), starts: of('start'), completions: of('completion') };
  });
}

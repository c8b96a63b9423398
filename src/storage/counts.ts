import { UNCOUNTED_TURNS } from './foldCounts.js';
import type { Queryable } from './reads.js';
import { findShardKeys } from './shardKeys.js';
import { SLOT_SECONDS } from './slot.js';
import { SPANS, rangesOf } from './spans.js';

/** A filter of counts: chats and results that began in a range of time, of one flow or of any. */
export interface CountQuery {
  readonly flowId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The number of results of a bot, of those that were answered, and of those that were completed. */
export interface Totals {
  readonly views: number;
  readonly starts: number;
  readonly completions: number;
}

/** The totals of one day. */
export interface DayTotals extends Totals {
  /** As in `2026-01-31`. */
  readonly day: string;
}

/** One count of a block or an edge. */
export interface PartCount {
  readonly kind: string;
  readonly partId: string;
  readonly total: number;
}

/**
 * All counts of these bots: the totals, and what is not added to them yet: turns in the log, and deltas. One statement reads all of it, so
 * that what is added up meanwhile is counted once.
 */
const counts = `select shard_key, bot_id, kind, bot_count.slot, part_id, total
    from unnest($6::int[], $7::int[], $8::int[]) as part (span, first, until)
    join bot_count on shard_key = any($9) and bot_id = any($1) and kind = any($2) and bot_count.span = part.span
      and slot >= part.first and slot < part.until and ($5::text is null or flow_id = $5)
  union all ${partsOf(`(${UNCOUNTED_TURNS})`)}
  union all ${partsOf('count_delta')}`;

/** Not one query of both, since a cluster would read that apart from the totals. */
function partsOf(rows: string): string {
  return `select shard_key, bot_id, part ->> 0, slot, part ->> 1, (part ->> 2)::bigint
    from ${rows} as uncounted cross join lateral json_array_elements(parts) as part
    where shard_key = any($9) and bot_id = any($1) and part ->> 0 = any($2) and slot >= $3 and slot < $4
      and ($5::text is null or flow_id = $5)`;
}

const ofKind = (kind: string): string =>
  `coalesce(sum(total) filter (where kind = '${kind}'), 0)::float8`;
const totals = `${ofKind('view')} as views, ${ofKind('start')} as starts,
  ${ofKind('completion')} as completions`;
const OF_RESULTS = ['view', 'start', 'completion'];
const OF_PARTS = ['reached', 'answered', 'left', 'edge'];

/** The totals of the results of each of these bots. */
export async function countResults(
  pool: Queryable,
  botIds: readonly string[],
  query: CountQuery,
): Promise<Map<string, Totals>> {
  const { rows } = await pool.query<Totals & OfBot>({
    name: 'counts_of_results',
    text: `select bot_id as "botId", ${totals} from (${counts}) as counted group by 1`,
    values: valuesOf(await countedBots(pool, botIds), query, { kinds: OF_RESULTS }),
  });
  const found = new Map(rows.map(({ botId, ...row }) => [botId, row]));
  const none = { views: 0, starts: 0, completions: 0 };
  return new Map(botIds.map((botId) => [botId, found.get(botId) ?? none]));
}

/** The totals by day, in days of an IANA time zone, oldest first; days without results are absent. */
export async function countResultsByDay(
  pool: Queryable,
  botIds: readonly string[],
  { timeZone, ...query }: CountQuery & { readonly timeZone: string },
): Promise<Map<string, DayTotals[]>> {
  const selection = { kinds: OF_RESULTS, spans: spansWithin(timeZone) };
  const { rows } = await pool.query<DayTotals & OfBot>({
    name: 'counts_of_results_by_day',
    // Summed by slot first: computing the day of a slot costs more than adding.
    text: `select bot_id as "botId",
        to_char(to_timestamp(slot * ${SLOT_SECONDS}::float8) at time zone $10, 'YYYY-MM-DD') as day,
        sum(views) as views, sum(starts) as starts, sum(completions) as completions
      from (select bot_id, slot, ${totals} from (${counts}) as counted group by 1, 2) as by_slot
      group by 1, 2 order by 1, 2`,
    values: [...valuesOf(await countedBots(pool, botIds), query, selection), timeZone],
  });
  return byBot(botIds, rows);
}

/** The counts, other than zero, of the blocks and edges of each of these bots, ordered by kind and id. */
export async function countParts(
  pool: Queryable,
  botIds: readonly string[],
  query: CountQuery,
): Promise<Map<string, PartCount[]>> {
  const { rows } = await pool.query<PartCount & OfBot>({
    name: 'counts_of_parts',
    text: `select bot_id as "botId", kind, part_id as "partId", sum(total)::float8 as total
      from (${counts}) as counted group by 1, 2, 3 having sum(total) <> 0 order by 1, 2, 3`,
    values: valuesOf(await countedBots(pool, botIds), query, { kinds: OF_PARTS }),
  });
  return byBot(botIds, rows);
}

interface OfBot {
  readonly botId: string;
}

function byBot<T>(botIds: readonly string[], rows: readonly (T & OfBot)[]): Map<string, T[]> {
  const lists = new Map<string, T[]>(botIds.map((botId) => [botId, []]));
  for (const { botId, ...row } of rows) lists.get(botId)?.push(row as T); // T is what is left of a row.
  return lists;
}

/** The spans that days are summed from: longer ones begin at midnight UTC, which is in the middle of a day in other zones. */
function spansWithin(timeZone: string): readonly number[] {
  return timeZone === 'UTC' ? SPANS.slice(0, 2) : SPANS.slice(0, 1);
}

const NO_END = 2_147_483_647;

interface CountedBots {
  readonly botIds: readonly string[];
  readonly shardKeys: readonly string[];
}

async function countedBots(pool: Queryable, botIds: readonly string[]): Promise<CountedBots> {
  const keys = await findShardKeys(pool, botIds);
  return { botIds, shardKeys: [...new Set([...keys.values()].flat())] };
}

/** A bound within a slot includes the whole slot. Bounds at midnight are exact. */
function valuesOf(
  { botIds, shardKeys }: CountedBots,
  { flowId, from, until }: CountQuery,
  { kinds, spans = SPANS }: { kinds: readonly string[]; spans?: readonly number[] },
): unknown[] {
  const first = from ? Math.max(0, Math.floor(from.getTime() / 1000 / SLOT_SECONDS)) : 0;
  const end = until ? Math.ceil(until.getTime() / 1000 / SLOT_SECONDS) : Infinity;
  const ranges = rangesOf(first, end, spans);
  return [
    botIds,
    kinds,
    Math.min(first, NO_END),
    Math.max(0, Math.min(end, NO_END)),
    flowId ?? null,
    ranges.map(({ span }) => span),
    ranges.map((range) => Math.min(range.first, NO_END)),
    ranges.map((range) => Math.min(range.end, NO_END)),
    shardKeys,
  ];
}

import { IS_LIVE } from './flowVariants.js';
import { UNCOUNTED_TURNS } from './foldCounts.js';
import type { Queryable } from './reads.js';
import { OF_SEGMENTS, UNCOUNTED_SEGMENTS } from './segmentCounts.js';
import { findShardKeys, findShardKeysIn } from './shardKeys.js';
import { SLOT_SECONDS } from './slot.js';
import { SPANS, rangesOf } from './spans.js';

/** A filter of counts: chats and results that began in a range of time, of some flows or of all that were live. */
export interface CountQuery {
  /** Patterns of `like`, one of which the id of the flow has (`flowVariants.ts`); absent: live chats. */
  readonly flows?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** The number of results of a bot, of those that were answered, and of those that were completed. */
export interface Totals {
  readonly views: number;
  readonly starts: number;
  readonly completions: number;
}

/** The totals where there is no result. */
export const NO_RESULTS: Totals = { views: 0, starts: 0, completions: 0 };

/** One count of a block or an edge. */
export interface PartCount {
  readonly kind: string;
  readonly partId: string;
  readonly total: number;
}

/** Whose counts are read: those of bots, or those of workspaces, which are the sums of their bots'. */
export type CountOwner = 'bot' | 'workspace';

/** A query with whose counts it is about: those of bots, unless stated. */
export type Owning<Query> = Query & { readonly owner?: CountOwner };

/** SQL: whether counts are of the flows that are asked for; the column is `flow_id`. */
export const OF_FLOWS = `case when $5::text[] is null then ${IS_LIVE} else flow_id like any($5) end`;

/**
 * All counts of these bots or workspaces: the totals, and what is not added to them yet: turns in the log, and deltas. One statement reads
 * all of it, so that what is added up meanwhile is counted once.
 */
export const countsOf = (owner: CountOwner): string =>
  `select shard_key, bot_id as owner_id, kind, bot_count.span, bot_count.slot, part_id, total, flow_id
    from unnest($6::int[], $7::int[], $8::int[]) as part (span, first, until)
    join bot_count on shard_key = any($9) and bot_id = any($1) and kind = any($2) and bot_count.span = part.span
      and slot >= part.first and slot < part.until and ${OF_FLOWS}
  union all ${partsOf(`(${UNCOUNTED_TURNS})`, owner)}
  union all ${partsOf('count_delta', owner)}`;

/** Not one query of both, since a cluster would read that apart from the totals. */
function partsOf(rows: string, owner: CountOwner): string {
  const isOfBot = owner === 'bot';
  return `select uncounted.shard_key, ${isOfBot ? 'bot_id' : 'workspace_id'}, part ->> 0, 1, slot, part ->> 1, (part ->> 2)::bigint, flow_id
    from ${rows} as uncounted ${isOfBot ? '' : 'join bot on bot.id = bot_id'} cross join lateral json_array_elements(parts) as part
    where uncounted.shard_key = any($9) and ${isOfBot ? 'bot_id' : 'workspace_id'} = any($1) and part ->> 0 = any($2)
      and slot >= $3 and slot < $4 and ${OF_FLOWS}`;
}

const ofKind = (kind: string): string =>
  `coalesce(sum(total) filter (where kind = '${kind}'), 0)::float8`;

/** SQL: the members of `Totals`. */
const TOTALS = `${ofKind('view')} as views, ${ofKind('start')} as starts, ${ofKind('completion')} as completions`;

/** The totals of results that began with one flow. */
export interface FlowTotals extends Totals {
  readonly flowId: string;
}

/** The kinds of counts of results, of blocks, and of blocks and edges (`schema/botCount.ts`). */
export const OF_RESULTS = ['view', 'start', 'completion'];
export const OF_BLOCKS = ['reached', 'answered', 'left'];
const OF_PARTS = [...OF_BLOCKS, 'edge'];

/** The totals of the results of each of these bots or workspaces. */
export async function countResults(
  pool: Queryable,
  ids: readonly string[],
  { owner = 'bot', ...query }: Owning<CountQuery>,
): Promise<Map<string, Totals>> {
  const { rows } = await pool.query<Totals & Owned>({
    name: `counts_of_results_of_${owner}`,
    text: `select owner_id as "ownerId", ${TOTALS}
      from (${countsOf(owner)}) as counted group by 1`,
    values: await countValues(pool, { owner, ids, kinds: OF_RESULTS }, query),
  });
  const found = new Map(rows.map(({ ownerId, ...row }) => [ownerId, row]));
  return new Map(ids.map((id) => [id, found.get(id) ?? NO_RESULTS]));
}

/** The totals of the results of each of these bots by the id of their flow. */
export async function countByFlow(
  pool: Queryable,
  ids: readonly string[],
  query: CountQuery,
): Promise<Map<string, FlowTotals[]>> {
  const { rows } = await pool.query<FlowTotals & Owned>({
    name: 'counts_by_flow',
    text: `select owner_id as "ownerId", flow_id as "flowId", ${TOTALS}
      from (${countsOf('bot')}) as counted group by 1, 2`,
    values: await countValues(pool, { owner: 'bot', ids, kinds: OF_RESULTS }, query),
  });
  return byOwner(ids, rows);
}

/** The counts of the results of each of these bots by segment and value (`segmentCounts.ts`). */
export async function countSegments(
  pool: Queryable,
  botIds: readonly string[],
  query: CountQuery,
): Promise<Map<string, PartCount[]>> {
  return countKinds(pool, botIds, { query, kinds: OF_SEGMENTS, statement: BY_SEGMENT });
}

/** How many answers took about as long, by block; the id of a part is `<range>:<block>` (`chat/records.ts`). */
export async function countAnswerTimes(
  pool: Queryable,
  botIds: readonly string[],
  query: CountQuery,
): Promise<Map<string, PartCount[]>> {
  return countKinds(pool, botIds, { query, kinds: ['took'] });
}

/** The counts, other than zero, of the blocks and edges of each of these bots, ordered by kind and id. */
export async function countParts(
  pool: Queryable,
  botIds: readonly string[],
  query: CountQuery,
): Promise<Map<string, PartCount[]>> {
  return countKinds(pool, botIds, { query, kinds: OF_PARTS });
}

interface KindsQuery {
  readonly query: CountQuery;
  readonly kinds: readonly string[];
  readonly statement?: { readonly name: string; readonly text: string };
}

async function countKinds(
  pool: Queryable,
  botIds: readonly string[],
  { query, kinds, statement = BY_PART }: KindsQuery,
): Promise<Map<string, PartCount[]>> {
  const { rows } = await pool.query<PartCount & Owned>({
    ...statement,
    values: await countValues(pool, { owner: 'bot', ids: botIds, kinds }, query),
  });
  return byOwner(botIds, rows);
}

const sumsOf = (
  counts: string,
): string => `select owner_id as "ownerId", kind, part_id as "partId", sum(total)::float8 as total
  from (${counts}) as counted group by 1, 2, 3 having sum(total) <> 0 order by 1, 2, 3`;

const BY_PART = { name: 'counts_of_parts', text: sumsOf(countsOf('bot')) };

/** Reads also what turns changed since their results were last counted. */
const BY_SEGMENT = {
  name: 'counts_by_segment',
  text: sumsOf(`${countsOf('bot')} union all ${partsOf(`(${UNCOUNTED_SEGMENTS})`, 'bot')}`),
};

/** A row of counts, with the bot or workspace that they are of. */
export interface Owned {
  readonly ownerId: string;
}

/** The rows of each owner, in their order. */
export function byOwner<T>(ids: readonly string[], rows: readonly (T & Owned)[]): Map<string, T[]> {
  const lists = new Map<string, T[]>(ids.map((id) => [id, []]));
  for (const { ownerId, ...row } of rows) lists.get(ownerId)?.push(row as T); // T is what is left of a row.
  return lists;
}

const NO_END = 2_147_483_647;

/** The counts that a statement reads. */
export interface CountSelection {
  readonly owner: CountOwner;
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  /** The spans from which times are put together: all, if undefined. */
  readonly spans?: readonly number[];
}

/** The parameters of `countsOf`. A bound within a slot includes the whole slot. Bounds at midnight are exact. */
export async function countValues(
  pool: Queryable,
  { owner, ids, kinds, spans = SPANS }: CountSelection,
  { flows, from, until }: CountQuery,
): Promise<unknown[]> {
  const keys = await (owner === 'bot' ? findShardKeys : findShardKeysIn)(pool, ids);
  const first = from ? Math.max(0, Math.floor(from.getTime() / 1000 / SLOT_SECONDS)) : 0;
  const end = until ? Math.ceil(until.getTime() / 1000 / SLOT_SECONDS) : Infinity;
  const ranges = rangesOf(first, end, spans);
  return [
    ids,
    kinds,
    Math.min(first, NO_END),
    Math.max(0, Math.min(end, NO_END)),
    flows ?? null,
    ranges.map(({ span }) => span),
    ranges.map((range) => Math.min(range.first, NO_END)),
    ranges.map((range) => Math.min(range.end, NO_END)),
    [...new Set([...keys.values()].flat())],
  ];
}

import type { ClientBase } from 'pg';
import { codeOf } from '../errors/codeOf.js';
import type { Result } from '../schema/result.js';
import { pageFrom, type Page, type Slice } from './page.js';
import {
  conditionOf,
  orderOf,
  type Condition,
  type ResultFilter,
  type ResultPosition,
} from './resultFilter.js';
import type { Queryable } from './reads.js';
import { RESULT_COLUMNS, toResult, type ResultRow } from './resultRow.js';
import type { Keyed } from './shardKeys.js';
import { together, type Query } from './together.js';

/** The time limit of a scan, in milliseconds, and the number of results that one statement reads. */
export interface Pace {
  readonly within: number;
  readonly rows: number;
}

/** The limits of a scan for a page that a person waits for. */
const PACE: Pace = { within: 1_000, rows: 5_000 };

/**
 * A page of results for a filter without an index. Results are read in order, some thousands in a statement, until the page is full,
 * there are no more, or the time is over; then the page has the cursor to continue from.
 */
export async function scan(
  pool: Queryable,
  { filter, slice }: { filter: Keyed<ResultFilter>; slice: Slice<ResultPosition> },
  { within, rows }: Pace = PACE,
): Promise<Page<Result, ResultPosition>> {
  const deadline = performance.now() + within;
  const found: Result[] = [];
  let rest = slice;
  for (;;) {
    const missing = slice.limit + 1 - found.length;
    const { matches, last } = await readBatch(pool, { filters: [filter], rest, rows, missing });
    found.push(...matches);
    const end = last.get(filter.botId);
    if (found.length > slice.limit || end === undefined) return pageFrom(found, slice);
    rest = { ...rest, [slice.isBackward ? 'before' : 'after']: end };
    if (performance.now() > deadline) return cutPage(found, slice, end);
  }
}

/**
 * A page of the results of each of several bots, for filters without an index. One batch checks rows of each bot, fewer the
 * more bots there are, so that it takes about as long as a scan of one. A page that is not full then has the cursor to continue from.
 */
export async function scanEach(
  pool: Queryable,
  filters: readonly Keyed<ResultFilter>[],
  slice: Slice<ResultPosition>,
): Promise<Map<string, Page<Result, ResultPosition>>> {
  const rows = Math.ceil(ROWS_OF_ALL / filters.length);
  const missing = slice.limit + 1;
  const { matches, last } = await readBatch(pool, { filters, rest: slice, rows, missing });
  return new Map(
    filters.map(({ botId }) => {
      const found = matches.filter((match) => match.botId === botId);
      const end = last.get(botId);
      const isWhole = found.length > slice.limit || end === undefined;
      return [botId, isWhole ? pageFrom(found, slice) : cutPage(found, slice, end)];
    }),
  );
}

/** Rows of all bots together that are checked for a filter without an index. */
const ROWS_OF_ALL = 50_000;

/**
 * How many results match each of these filters, by bot, where no index serves; null when they are more than `most`, or
 * counting all takes too long.
 */
export async function countByScan(
  connection: ClientBase,
  filters: readonly Keyed<ResultFilter>[],
  { most, within = PACE.within }: { readonly most: number; readonly within?: number },
): Promise<Map<string, number | null>> {
  const queries = filters.map((filter) => countQuery(conditionOf(filter), most));
  // A read of a replica is a transaction already.
  const begin = connection.getTransactionStatus() === 'T' ? '' : 'begin;';
  await connection.query(`${begin} set local statement_timeout = ${within}`);
  try {
    const { rows } = await connection.query<Counted>(together(queries));
    return countsBy(rows, most);
  } catch (error) {
    if (codeOf(error) !== TOOK_TOO_LONG) throw error;
    return new Map(filters.map(({ botId }) => [botId, null]));
  } finally {
    await connection.query('rollback');
  }
}

/**
 * A query for a page of what fits a condition, and one row more. Not a prepared statement: its generic plan, good for the average bot,
 * would sort all results that a large bot has in a month.
 */
export function pageQuery(
  { indexed, looked = 'true', values }: Condition,
  { isBackward, limit }: Slice<ResultPosition>,
): Query {
  const text = `select ${RESULT_COLUMNS} from result where ${indexed} and ${looked}
    order by ${orderOf(isBackward)} limit ${limit + 1}`;
  return { text, values };
}

/** Counts what fits a condition, up to one more than `most`. */
export function countQuery({ indexed, looked = 'true', values }: Condition, most: number): Query {
  const listed = `select 1 from result where ${indexed} and ${looked} limit ${most + 1}`;
  // The bot is the first value of every condition.
  return {
    text: `select $1 as "botId", count(*)::int as count from (${listed}) as listed`,
    values,
  };
}

/** A row that such a query gives. */
export interface Counted {
  readonly botId: string;
  readonly count: number;
}

/** What such queries give, by bot: null where there are more than `most`. */
export function countsBy(rows: readonly Counted[], most: number): Map<string, number | null> {
  return new Map(rows.map(({ botId, count }) => [botId, count > most ? null : count]));
}

/** PostgreSQL's error code for a statement that was canceled. */
const TOOK_TOO_LONG = '57014';

interface Batch {
  readonly filters: readonly Keyed<ResultFilter>[];
  /** What is left of the page. */
  readonly rest: Slice<ResultPosition>;
  /** How many rows of each bot are checked. */
  readonly rows: number;
  /** How many matches of each bot are enough. */
  readonly missing: number;
}

interface BatchRead {
  readonly matches: readonly Result[];
  /** The last row that was checked, by bot; none where no rows follow it. */
  readonly last: ReadonlyMap<string, ResultPosition>;
}

/**
 * Checks the next rows of each bot. A first statement finds where they end, so that the second is a range with a limit, which also runs
 * on several machines of a cluster at once.
 */
async function readBatch(
  pool: Queryable,
  { filters, rest, rows, missing }: Batch,
): Promise<BatchRead> {
  const order = orderOf(rest.isBackward);
  const ends = filters.map((filter) => {
    const { indexed, values } = conditionOf({ ...filter, ...UNLOOKED }, rest);
    const text = `select bot_id as "botId", id, (extract(epoch from created_at) * 1000)::float8 as at from result
      where ${indexed} order by ${order} offset ${rows - 1} limit 2`;
    return { text, values };
  });
  const { rows: found } = await pool.query<EndRow>(together(ends));
  const last = new Map<string, ResultPosition>();
  const pages = filters.map((filter) => {
    const [end, next] = found
      .filter(({ botId }) => botId === filter.botId)
      .map(({ id, at }) => ({ id, createdAt: new Date(at) }));
    if (end && next) last.set(filter.botId, end);
    const bounds = next ? { ...rest, [rest.isBackward ? 'after' : 'before']: next } : rest;
    return pageQuery(conditionOf(filter, bounds), { ...rest, limit: missing - 1 });
  });
  const { rows: matches } = await pool.query<ResultRow>(together(pages));
  return { matches: matches.map(toResult), last };
}

/** What takes the parts of a filter away that no index serves, and so their values. */
const UNLOOKED = {
  ...{ variables: [], answers: [], restsAtBlockId: undefined, search: undefined },
  reachedBlockId: undefined,
  ...{ flows: undefined, segment: undefined },
};

interface EndRow {
  readonly botId: string;
  readonly id: string;
  /** When the result was created, in milliseconds since 1970. */
  readonly at: number;
}

/** The matches that were found in time. */
function cutPage(
  found: Result[],
  { isBackward, after, before }: Slice<ResultPosition>,
  place: ResultPosition,
): Page<Result, ResultPosition> {
  if (!isBackward) {
    const hasPreviousPage = after !== undefined;
    return { rows: found, hasNextPage: true, hasPreviousPage, endsAt: place };
  }
  const hasNextPage = before !== undefined;
  return { rows: found.reverse(), hasNextPage, hasPreviousPage: true, beginsAt: place };
}

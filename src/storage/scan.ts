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
 * A page of results for a filter without an index. Results are read in order, some thousands in a statement, until the page is full, there
 * are no more, or the time is over; then the page has the cursor to continue from.
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
    const batch = await readBatch(pool, { filter, rest, rows, missing });
    found.push(...batch.fitting);
    if (found.length > slice.limit || batch.last === undefined) return pageFrom(found, slice);
    rest = { ...rest, [slice.isBackward ? 'before' : 'after']: batch.last };
    if (performance.now() > deadline) return cutPage(found, slice, batch.last);
  }
}

/**
 * A page of the results of each of several bots, for filters without an index. One statement checks rows of each bot, fewer the more bots
 * there are, so that it takes about as long as a scan of one. A page that is not full then has the cursor to continue from.
 */
export async function scanEach(
  pool: Queryable,
  filters: readonly Keyed<ResultFilter>[],
  slice: Slice<ResultPosition>,
): Promise<Map<string, Page<Result, ResultPosition>>> {
  const rows = Math.ceil(ROWS_OF_ALL / filters.length);
  const missing = slice.limit + 1;
  const queries = filters.map((filter) => batchQuery({ filter, rest: slice, rows, missing }));
  const { rows: seen } = await pool.query<SeenRow>(together(queries));
  return new Map(
    filters.map(({ botId }) => {
      const { fitting, last } = batchOf(
        seen.filter((row) => row.botId === botId),
        rows,
      );
      const isWhole = fitting.length > slice.limit || last === undefined;
      return [botId, isWhole ? pageFrom(fitting, slice) : cutPage(fitting, slice, last)];
    }),
  );
}

/** Rows of all bots together that are checked for a filter without an index. */
const ROWS_OF_ALL = 50_000;

/**
 * The number of results that match each of these filters, by bot, without an index; null where there are more than `most`, or counting all
 * takes too long.
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

/** A query that counts the results of a condition, up to one more than `most`. */
export function countQuery({ indexed, looked = 'true', values }: Condition, most: number): Query {
  const listed = `select from result where ${indexed} and ${looked} limit ${most + 1}`;
  // The bot is the first value of every condition.
  return {
    text: `select $1 as "botId", count(*)::int as count from (${listed}) as listed`,
    values,
  };
}

/** A row of such a query. */
export interface Counted {
  readonly botId: string;
  readonly count: number;
}

/** The counts of such rows, by bot: null where there are more than `most`. */
export function countsBy(rows: readonly Counted[], most: number): Map<string, number | null> {
  return new Map(rows.map(({ botId, count }) => [botId, count > most ? null : count]));
}

/** PostgreSQL's error code for a statement that was canceled. */
const TOOK_TOO_LONG = '57014';

/** Matches of one batch, and the cursor to continue from, if there may be more. */
interface Batch {
  readonly fitting: Result[];
  readonly last: ResultPosition | undefined;
}

interface ScanPart {
  readonly filter: Keyed<ResultFilter>;
  readonly rest: Slice<ResultPosition>;
  readonly rows: number;
  /** The number of matches that suffices. */
  readonly missing: number;
}

type SeenRow = ResultRow & { nth: number; fits: boolean };

async function readBatch(pool: Queryable, part: ScanPart): Promise<Batch> {
  const { text, values } = batchQuery(part);
  const { rows } = await pool.query<SeenRow>(text, [...values]);
  return batchOf(rows, part.rows);
}

/** The limit ends the scan, so that rows after the last match that is needed are not checked. */
function batchQuery({ filter, rest, rows, missing }: ScanPart): Query {
  const { indexed, looked = 'true', values } = conditionOf(filter, rest);
  const order = orderOf(rest.isBackward);
  const text = `select ${RESULT_COLUMNS}, fits, nth from (
      select *, ${looked} as fits, (row_number() over inorder)::int as nth,
        lead(id) over inorder is null as is_last
      from (select * from result where ${indexed} order by ${order} limit ${rows}) as result
      window inorder as (order by ${order})
    ) as seen where fits or is_last order by ${order} limit ${missing}`;
  return { text, values };
}

function batchOf(seen: readonly SeenRow[], rows: number): Batch {
  const end = seen.at(-1);
  const isOver = end === undefined || end.nth < rows;
  return {
    fitting: seen.filter(({ fits }) => fits).map(toResult),
    last: isOver ? undefined : { createdAt: new Date(end.createdAt), id: end.id },
  };
}

/** A page of the matches that were found in time. */
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

import type { Pool } from 'pg';
import { codeOf } from '../errors/codeOf.js';
import type { Result } from '../schema/result.js';
import { pageFrom, type Page, type Slice } from './page.js';
import { conditionOf, orderOf, type ResultFilter, type ResultPosition } from './resultFilter.js';
import { RESULT_COLUMNS, toResult, type ResultRow } from './resultRow.js';

/** How long a scan takes at most, in milliseconds, and how many results one statement reads. */
export interface Pace {
  readonly within: number;
  readonly rows: number;
}

/** The limits of a scan for a page that a person waits for. */
const PACE: Pace = { within: 500, rows: 5_000 };

/**
 * A page of results for a filter that no index serves. Results are read in order, some thousands in a statement, until the
 * page is full, there are no more, or the time is over; then the page has the cursor to continue from.
 */
export async function scan(
  pool: Pool,
  { filter, slice }: { filter: ResultFilter; slice: Slice<ResultPosition> },
  { within, rows }: Pace = PACE,
): Promise<Page<Result, ResultPosition>> {
  const deadline = performance.now() + within;
  const found: Result[] = [];
  let rest = slice;
  for (;;) {
    const missing = slice.limit + 1 - found.length;
    const look = await lookAt(pool, { filter, rest, rows, missing });
    found.push(...look.fitting);
    if (found.length > slice.limit || look.last === undefined) return pageFrom(found, slice);
    rest = { ...rest, [slice.isBackward ? 'before' : 'after']: look.last };
    if (performance.now() > deadline) return cutPage(found, slice, look.last);
  }
}

/** How many results match a filter that no index serves; null when they are more than `most`, or it takes too long. */
export async function countByScan(
  pool: Pool,
  filter: ResultFilter,
  { most, within = PACE.within }: { readonly most: number; readonly within?: number },
): Promise<number | null> {
  const { indexed, looked = 'true', values } = conditionOf(filter);
  const client = await pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = ${within}`);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (
        select from result where ${indexed} and ${looked} limit ${most + 1}) as listed`,
      [...values],
    );
    const count = rows[0]?.count ?? 0;
    return count > most ? null : count;
  } catch (error) {
    if (codeOf(error) === TOOK_TOO_LONG) return null;
    throw error;
  } finally {
    await client.query('rollback').then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    );
  }
}

/** PostgreSQL's error code for a statement that was canceled. */
const TOOK_TOO_LONG = '57014';

/** Matches of one batch, and the cursor to continue from, if there may be more. */
interface Look {
  readonly fitting: Result[];
  readonly last: ResultPosition | undefined;
}

interface ScanPart {
  readonly filter: ResultFilter;
  readonly rest: Slice<ResultPosition>;
  readonly rows: number;
  /** How many matches are enough. */
  readonly missing: number;
}

async function lookAt(pool: Pool, { filter, rest, rows, missing }: ScanPart): Promise<Look> {
  const { indexed, looked = 'true', values } = conditionOf(filter, rest);
  const order = orderOf(rest.isBackward);
  // Read with a cursor of the database, so that rows after the last match are not checked.
  const { rows: seen } = await pool.query<ResultRow & { nth: number; fits: boolean }>(
    `select ${RESULT_COLUMNS}, fits, nth from (
      select *, ${looked} as fits, (row_number() over inorder)::int as nth,
        lead(id) over inorder is null as is_last
      from (select * from result where ${indexed} order by ${order} limit ${rows}) as result
      window inorder as (order by ${order})
    ) as seen where fits or is_last order by ${order} limit ${missing}`,
    [...values],
  );
  const end = seen.at(-1);
  const isOver = end === undefined || end.nth < rows;
  return {
    fitting: seen.filter(({ fits }) => fits).map(toResult),
    last: isOver ? undefined : { createdAt: new Date(end.createdAt), id: end.id },
  };
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

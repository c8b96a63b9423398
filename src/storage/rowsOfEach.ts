import type { Unit } from './orm.js';

/** A query builder that selects a few columns. */
interface SelectsKeys {
  toQuery(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** One statement of several queries, each with its own order and limit. */
export function unionOf(queries: readonly SelectsKeys[]): { sql: string; params: unknown[] } {
  const lists = queries.map((query) => query.toQuery());
  return {
    sql: lists.map(({ sql }) => `(${sql})`).join(' union all '),
    params: lists.flatMap(({ params }) => [...params]),
  };
}

/** Runs several queries as one statement; returns all rows. */
export async function rowsOfEach<Row extends object>(
  unit: Unit,
  queries: readonly SelectsKeys[],
): Promise<Row[]> {
  const { sql, params } = unionOf(queries);
  return unit.execute<Row[]>(sql, params);
}

/** Runs several queries as one statement; returns the ids of all rows. */
export async function idsOfEach(unit: Unit, queries: readonly SelectsKeys[]): Promise<string[]> {
  return (await rowsOfEach<{ id: string }>(unit, queries)).map(({ id }) => id);
}

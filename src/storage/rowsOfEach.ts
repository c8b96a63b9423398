import type { Unit } from './orm.js';

/** A query builder that selects a few columns. */
interface SelectsKeys {
  toQuery(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** What several queries select of a table, each in its own order and with its own limit, as one statement. */
export function unionOf(queries: readonly SelectsKeys[]): { sql: string; params: unknown[] } {
  const lists = queries.map((query) => query.toQuery());
  return {
    sql: lists.map(({ sql }) => `(${sql})`).join(' union all '),
    params: lists.flatMap(({ params }) => [...params]),
  };
}

/** The rows of such a statement. */
export async function rowsOfEach<Row extends object>(
  unit: Unit,
  queries: readonly SelectsKeys[],
): Promise<Row[]> {
  const { sql, params } = unionOf(queries);
  return unit.execute<Row[]>(sql, params);
}

/** The ids in such rows. */
export async function idsOfEach(unit: Unit, queries: readonly SelectsKeys[]): Promise<string[]> {
  return (await rowsOfEach<{ id: string }>(unit, queries)).map(({ id }) => id);
}

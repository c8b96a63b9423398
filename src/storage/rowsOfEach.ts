import type { Unit } from './orm.js';

/** A query builder that selects a few columns. */
interface SelectsKeys {
  toQuery(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** What several queries select of a table, each in its own order and with its own limit; one statement for all. */
export async function rowsOfEach<Row extends object>(
  unit: Unit,
  queries: readonly SelectsKeys[],
): Promise<Row[]> {
  const lists = queries.map((query) => query.toQuery());
  return unit.execute<Row[]>(
    lists.map(({ sql }) => `(${sql})`).join(' union all '),
    lists.flatMap(({ params }) => [...params]),
  );
}

/** The ids in such rows. */
export async function idsOfEach(unit: Unit, queries: readonly SelectsKeys[]): Promise<string[]> {
  return (await rowsOfEach<{ id: string }>(unit, queries)).map(({ id }) => id);
}

import type { Unit } from './orm.js';

/** A query builder that selects ids. */
interface SelectsIds {
  toQuery(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** The ids that several queries select, each in its own order and with its own limit; one statement for all. */
export async function idsOfEach(unit: Unit, queries: readonly SelectsIds[]): Promise<string[]> {
  const lists = queries.map((query) => query.toQuery());
  const rows = await unit.execute<{ id: string }[]>(
    lists.map(({ sql }) => `(${sql})`).join(' union all '),
    lists.flatMap(({ params }) => [...params]),
  );
  return rows.map(({ id }) => id);
}

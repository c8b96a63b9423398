import { rowsOf } from './rows.js';

/** A sum of everything in each of these tables, which is another once anything in them has changed. */
export async function sumsOf(databaseUrl: string, tables: readonly string[]): Promise<unknown> {
  const sum = (table: string) =>
    rowsOf(
      databaseUrl,
      `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from "${table}" t`,
    );
  return Promise.all(tables.map(sum));
}

import { Client } from 'pg';

/** Runs one statement on a database and gives its rows; for what no caller of the server can do or see. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

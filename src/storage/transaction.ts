import type { ClientBase, Pool } from 'pg';

/** Runs plain SQL in one transaction, on a connection of its own. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const value = await work(client);
    await client.query('commit');
    client.release();
    return value;
  } catch (error) {
    // Closing the connection rolls everything back.
    client.release(true);
    throw error;
  }
}

import type { ClientBase, Pool } from 'pg';

/** Runs statements written by hand in one transaction, on a connection of their own. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const done = await work(client);
    await client.query('commit');
    client.release();
    return done;
  } catch (error) {
    // Closing the connection rolls everything back.
    client.release(true);
    throw error;
  }
}

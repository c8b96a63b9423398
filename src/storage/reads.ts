import type { ClientBase, Pool } from 'pg';

/** Runs the statements of a read: a pool, or one of its connections. */
export type Queryable = Pick<ClientBase, 'query'>;

/** Runs large reads: lists of results, counts, exports and transcripts. */
export interface Reads {
  /**
   * Runs a read on one connection, one statement after the other. The read sees everything that any process committed before this call. It
   * may run a second time, on another server, so it must change nothing.
   */
  read<T>(run: (connection: ClientBase) => Promise<T>): Promise<T>;
  /** Whether reads go to a replica now. */
  usesReplica(): boolean;
}

/** Reads from the primary, for servers without a replica. */
export function readsFrom(pool: Pool): Reads {
  return { read: (run) => readOn(pool, run), usesReplica: () => false };
}

/** Runs a read on a connection of a pool. */
export async function readOn<T>(
  pool: Pool,
  run: (connection: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const value = await run(client);
    client.release();
    return value;
  } catch (error) {
    // The connection may be lost, or within a transaction.
    client.release(true);
    throw error;
  }
}

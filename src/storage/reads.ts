import type { ClientBase, Pool } from 'pg';

/** What sends the statements of a read: a pool, or one connection of it. */
export type Queryable = Pick<ClientBase, 'query'>;

/** Where large reads go: lists of results, counts, exports and transcripts. */
export interface Reads {
  /**
   * Runs a read on one connection, to which it sends one statement after the other. It sees all that was committed before this
   * call, by whatever process. It may run a second time, on another server, so it must change nothing.
   */
  read<T>(run: (connection: ClientBase) => Promise<T>): Promise<T>;
  /** Whether reads go to a replica now. */
  usesReplica(): boolean;
}

/** Reads from the primary, as where there is no replica. */
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
    // It may be lost, or within a transaction.
    client.release(true);
    throw error;
  }
}

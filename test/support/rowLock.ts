import { Client } from 'pg';

/** A row that nobody else can write. */
export interface RowLock {
  /** Settles when so many writers wait for the row. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
}

const CHAT = 'select from chat_session where id = $1 for update';

/**
 * Locks the row of a chat: turns can be run, but not written, until it is released. Or what another statement locks, which is
 * committed then.
 */
export async function useLock(databaseUrl: string, id: string, statement = CHAT): Promise<RowLock> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query(statement, [id]);
  const waiting = async (): Promise<number> => {
    // Within a transaction PostgreSQL goes on to show the connections that there were at the first look.
    await client.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await client.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    return rowCount ?? 0;
  };
  return {
    async untilWaiting(count) {
      while ((await waiting()) < count);
    },
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

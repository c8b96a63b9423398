import { Client } from 'pg';

/** A chat's row that nobody else can write. */
export interface RowLock {
  /** Settles when so many writers wait for the row. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
}

/** Locks the row of a chat: turns can be run, but not written, until it is released. */
export async function useLock(databaseUrl: string, sessionId: string): Promise<RowLock> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query('select from chat_session where id = $1 for update', [sessionId]);
  const waiting = async (): Promise<number> => {
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
      await client.query('rollback');
      await client.end();
    },
  };
}

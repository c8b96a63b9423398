import { reportLostSecrets } from '../auth/rotateSecrets.js';
import { assertKeys } from '../auth/secretKeys.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { openDatabase, type Database } from '../storage/database.js';
import { openReplica, type ReplicaOptions } from '../storage/replica.js';

/** What opening the database needs besides the settings. */
interface Around extends Pick<ReplicaOptions, 'timeouts'> {
  readonly log: Log;
  /** Prints sentences for the person who started the server. */
  readonly tell: (sentence: string) => void;
}

/**
 * Opens the database. Fails with a `StartError` if the keys of its secrets cannot be read. Secrets whose key is missing are logged as an
 * error.
 */
export async function openCheckedDatabase(
  config: Config,
  { log, tell, timeouts }: Around,
): Promise<Database> {
  await assertKeys(config);
  const database = await openDatabase(config, tell);
  await reportLostSecrets(config, database.storage.pool, log);
  const { readDatabaseUrl: url } = config;
  return url === undefined ? database : withReplica(database, { url, log, timeouts });
}

/** Adds a replica for large reads, which need not be available yet. */
function withReplica(database: Database, replica: Omit<ReplicaOptions, 'primary'>): Database {
  const { storage, close } = database;
  const reads = openReplica({ ...replica, primary: storage.pool });
  return {
    ...database,
    storage: { ...storage, reads },
    async close() {
      await reads.close();
      await close();
    },
  };
}

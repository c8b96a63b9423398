import { reportLostSecrets } from '../auth/reportLostSecrets.js';
import { assertKeys } from '../auth/secretKeys.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { openDatabase, type Database } from '../storage/database.js';
import { openReplica } from '../storage/replica.js';

/**
 * Opens the database, unless the keys of its secrets cannot be read (`StartError`). Secrets whose key is not there are an error in the
 * log. `tell` gets sentences for the person who started the server.
 */
export async function openCheckedDatabase(
  config: Config,
  log: Log,
  tell: (sentence: string) => void,
): Promise<Database> {
  await assertKeys(config);
  const database = await openDatabase(config, tell);
  await reportLostSecrets(config, database.storage.pool, log);
  const { readDatabaseUrl: url } = config;
  return url === undefined ? database : withReplica(database, url, log);
}

/** The same database, with a replica for large reads. It need not work now. */
function withReplica(database: Database, url: string, log: Log): Database {
  const { storage, close } = database;
  const reads = openReplica({ url, primary: storage.pool, log });
  return {
    ...database,
    storage: { ...storage, reads },
    async close() {
      await reads.close();
      await close();
    },
  };
}

import { reportLostSecrets } from '../auth/reportLostSecrets.js';
import { assertKeys } from '../auth/secretKeys.js';
import type { Config } from '../config/config.js';
import type { Log } from '../log/log.js';
import { openDatabase, type Database } from '../storage/database.js';

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
  return database;
}

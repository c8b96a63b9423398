import path from 'node:path';
import type { Config } from '../config/config.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres/embeddedPostgres.js';
import { migrateDatabase } from './migrate.js';
import { keepsStatements } from './pooler.js';
import { CONNECTIONS, openStorage, type Storage } from './orm.js';

/** The database of a server. */
export interface Database {
  readonly storage: Storage;
  /** Its address, also that of the embedded one, for other processes on this machine. */
  readonly url: string;
  /** Its address past a pooler, where there is one. */
  readonly directUrl: string;
  close(): Promise<void>;
}

/** Connections of one process: those of its pools, the listening one, and a few for tools. */
const CONNECTIONS_EACH = CONNECTIONS.chats + CONNECTIONS.watching + CONNECTIONS.records + 4;

/** The database of the settings, or the embedded one; migrated in either case. */
export async function openDatabase(
  config: Config,
  tell: (sentence: string) => void,
): Promise<Database> {
  const { databaseUrl } = config;
  const embedded = databaseUrl === undefined ? await startOwn(config, tell) : undefined;
  const url = embedded ? embedded.connection.url : String(databaseUrl);
  await migrateDatabase(url, { tell });
  const isPrepared = await keepsStatements(url);
  if (!isPrepared) tell(UNPREPARED);
  const storage = await openStorage({ url }, CONNECTIONS.records, isPrepared);
  const close = async (): Promise<void> => {
    await storage.close();
    await embedded?.stop();
  };
  return { storage, url, directUrl: config.directDatabaseUrl ?? url, close };
}

const UNPREPARED =
  'A pooler without prepared statements leads to the database: every statement is planned again, which takes PostgreSQL longer.';

function startOwn(config: Config, tell: (sentence: string) => void): Promise<EmbeddedPostgres> {
  tell('starting the database …');
  return startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    settings: { max_connections: Math.max(100, (config.workers + 1) * CONNECTIONS_EACH) },
    tell,
  });
}

import path from 'node:path';
import { loadConfig } from '../config.js';
import { startEmbeddedPostgres } from '../storage/embeddedPostgres.js';
import { migrateDatabase } from '../storage/migrate.js';

/** `npm run migrate`: brings the database up to date without starting the server. */
const { databaseUrl, dataDir } = loadConfig();
if (databaseUrl === undefined) {
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  await migrateDatabase(embedded.connection);
  await embedded.stop();
} else {
  await migrateDatabase(databaseUrl);
}
console.log('The database is up to date.');

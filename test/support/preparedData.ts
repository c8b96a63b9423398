import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { startEmbeddedPostgres } from '../../src/storage/postgres/embeddedPostgres.js';
import { FAST } from './testCluster.js';

/**
 * Fills the data folder of a server with a migrated database, as if a server had been stopped that was never used: a new
 * database takes longer than most tests with it.
 */
export async function prepareData(dataDir: string): Promise<void> {
  const folder = process.env['TEST_FOLDER'] ?? '';
  const prepared = join(folder, 'prepared');
  if (!existsSync(prepared)) await makePrepared(folder, prepared);
  mkdirSync(dataDir, { recursive: true });
  // The files stay those of the user PostgreSQL runs as.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Once in a test run; of two processes that do it at once the first one to end wins. */
async function makePrepared(folder: string, prepared: string): Promise<void> {
  const draft = mkdtempSync(join(folder, 'draft-'));
  // As root PostgreSQL runs as another user, who must be let in.
  chmodSync(draft, 0o755);
  const dataDir = join(draft, 'postgres');
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, settings: FAST });
  await migrateDatabase(connection.url);
  await stop();
  try {
    renameSync(draft, prepared);
  } catch (error) {
    if (!existsSync(prepared)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

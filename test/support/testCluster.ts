import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/storage/postgres/embeddedPostgres.js';
import { citusNodes, makeCitusTemplate } from './citusNodes.js';
import { migrateDatabase } from '../../src/storage/migrate.js';

/**
 * Makes the one PostgreSQL of a test run (that of DATABASE_URL, or the cluster whose coordinator CITUS_URL names, else
 * an embedded one that need not survive a power cut) with a migrated database in it that `createTestDatabase` copies.
 */
export async function startTestCluster(): Promise<{ stop: () => Promise<void> }> {
  const citus = process.env['CITUS_URL'];
  const given = citus ?? process.env['DATABASE_URL'];
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  // As root the server runs as another user, who must be let in.
  chmodSync(folder, 0o755);
  const cluster = given ? { url: given, stop: async () => undefined } : await startOwn(folder);
  const prefix = `parley_test_${process.pid}_${Date.now().toString(36)}`;
  const template = `${prefix}_template`;
  const nodes = citus === undefined ? [cluster.url] : await citusNodes(citus);
  if (citus === undefined) await makeTemplate(cluster.url, template);
  else await makeCitusTemplate(nodes, template);
  // The tests' processes are started with this environment.
  process.env['TEST_TEMPLATE_URL'] = databaseUrl(cluster.url, template);
  process.env['TEST_NODES'] = nodes.join(' ');
  process.env['TEST_FOLDER'] = folder;
  const stop = async (): Promise<void> => {
    if (given) for (const node of nodes) await dropAll(node, prefix);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { stop };
}

async function makeTemplate(url: string, name: string): Promise<void> {
  await runOn(url, [`CREATE DATABASE "${name}"`]);
  await migrateDatabase(databaseUrl(url, name));
}

/** Settings of a PostgreSQL that need not survive a power cut. */
export const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

async function startOwn(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { ...FAST, max_connections: 300 },
  });
  return { url: connection.url, stop };
}

/** The same server's address with another database's name. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Runs statements one by one on a connection of their own. */
export async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  );
  await client.end();
  await runOn(
    url,
    rows.map(({ name }) => `DROP DATABASE "${name}" WITH (FORCE)`),
  );
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { startEmbeddedPostgres } from '../../src/storage/postgres/embeddedPostgres.js';
import { distributeDatabase } from '../../src/storage/sharded/distribute.js';

/**
 * Prepares the PostgreSQL of a test run with a migrated database, which `createTestDatabase` copies. It is the one of
 * DATABASE_URL, the cluster whose coordinator is CITUS_URL, or else an embedded one that need not survive a power cut.
 */
export async function startTestCluster(): Promise<{ stop: () => Promise<void> }> {
  const citus = process.env['CITUS_URL'];
  const given = citus ?? process.env['DATABASE_URL'];
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
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

/** Settings for a PostgreSQL that need not survive a power cut. */
export const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

async function startOwn(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { ...FAST, max_connections: 300 },
  });
  return { url: connection.url, stop };
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Runs statements one after the other, on a new connection. */
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

/**
 * The addresses of the nodes of a cluster, the coordinator first. `url` is a database of the coordinator that knows the workers.
 * Test databases are made on every node.
 */
export async function citusNodes(url: string): Promise<readonly string[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid > 0 ORDER BY nodeid`,
    );
    return [url, ...rows.map((node) => addressed(url, node))];
  } finally {
    await client.end();
  }
}

function addressed(url: string, { host, port }: { host: string; port: number }): string {
  const address = new URL(url);
  address.hostname = host;
  address.port = String(port);
  return address.href;
}

/** Makes a migrated, distributed database on these nodes. */
export async function makeCitusDatabase(nodes: readonly string[], name: string): Promise<void> {
  for (const node of nodes) {
    await runOn(databaseUrl(node, 'postgres'), [`CREATE DATABASE "${name}"`]);
    await runOn(databaseUrl(node, name), ['CREATE EXTENSION citus']);
  }
  const [coordinator = '', ...workers] = nodes.map((node) => new URL(node));
  const url = databaseUrl(String(coordinator), name);
  const at = ({ hostname, port }: URL): string => `'${hostname}', ${port}`;
  await runOn(url, [
    `SELECT citus_set_coordinator_host(${at(new URL(url))})`,
    ...workers.map((worker) => `SELECT citus_add_node(${at(worker)})`),
    // Every database has a table, and so files, for each shard: few shards keep copies fast.
    `ALTER DATABASE "${name}" SET citus.shard_count = 4`,
  ]);
  await migrateDatabase(url);
  await distributeDatabase(url);
}

/** Makes, on each of these nodes, the database that `createTestDatabase` copies. */
async function makeCitusTemplate(nodes: readonly string[], name: string): Promise<void> {
  await makeCitusDatabase(nodes, name);
  for (const node of nodes) {
    // PostgreSQL copies a database only while nothing is connected to it, not even Citus' own processes.
    await runOn(databaseUrl(node, 'postgres'), [
      `ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
    ]);
  }
}

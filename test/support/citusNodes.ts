import { Client } from 'pg';
import { distributeDatabase } from '../../src/storage/sharded/distribute.js';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { databaseUrl, runOn } from './testCluster.js';

/**
 * The addresses of the nodes of a cluster, the coordinator first, which is given with a database that knows its workers. Databases
 * of tests are made on every node.
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

/** Makes a migrated and distributed database on these nodes. */
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
    // Every database has the tables of its shards, and files for each.
    `ALTER DATABASE "${name}" SET citus.shard_count = 4`,
  ]);
  await migrateDatabase(url);
  await distributeDatabase(url);
}

/** Makes the database that `createTestDatabase` copies on each of these nodes. */
export async function makeCitusTemplate(nodes: readonly string[], name: string): Promise<void> {
  await makeCitusDatabase(nodes, name);
  for (const node of nodes) {
    // Nobody may be connected to a database that is copied, Citus' own processes neither.
    await runOn(databaseUrl(node, 'postgres'), [
      `ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`,
    ]);
  }
}

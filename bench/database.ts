import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { citusNodes, databaseUrl, makeCitusDatabase } from '../test/support/testCluster.js';
import { startEmbeddedPostgres } from '../src/storage/postgres/embeddedPostgres.js';

/** A new database. */
export interface BenchDatabase {
  readonly url: string;
  readonly postgresVersion: string;
  /** Deletes it, and closes its connections. */
  drop(): Promise<void>;
}

type Made = Omit<BenchDatabase, 'postgresVersion'>;

/**
 * Makes a database for the bench: distributed over the cluster of CITUS_URL, or on the server of DATABASE_URL, if one is set; else
 * on an embedded PostgreSQL with the settings of production, so that every commit waits for the disk. With `tracksCommits` an
 * embedded one records the time of each commit.
 */
export async function createDatabase(tracksCommits = false): Promise<BenchDatabase> {
  const given = process.env['CITUS_URL'] ?? process.env['DATABASE_URL'];
  const database = await (given ? createOn(given) : startOwn(tracksCommits));
  const [version] = await queryOn(database.url, 'show server_version');
  return { ...database, postgresVersion: String(version?.['server_version']) };
}

async function createOn(url: string): Promise<Made> {
  const isCluster = process.env['CITUS_URL'] !== undefined;
  const name = `parley_bench_${randomUUID().slice(0, 8)}`;
  const nodes = isCluster ? await citusNodes(url) : [url];
  if (isCluster) await makeCitusDatabase(nodes, name);
  else await queryOn(url, `create database "${name}"`);
  const drop = async (): Promise<void> => {
    for (const node of nodes) {
      await queryOn(databaseUrl(node, 'postgres'), `drop database "${name}" with (force)`);
    }
  };
  return { url: databaseUrl(url, name), drop };
}

async function startOwn(tracksCommits: boolean): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  const { connection, dataDir, stop } = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: tracksCommits ? { track_commit_timestamp: 'on' } : {},
  });
  const drop = async (): Promise<void> => {
    await stop();
    for (const path of [dataDir, folder]) rmSync(path, { recursive: true, force: true });
  };
  return { url: connection.url, drop };
}

/** Runs one statement on a new connection. */
export async function queryOn<Row extends QueryResultRow = Record<string, unknown>>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

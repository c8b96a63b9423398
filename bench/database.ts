import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { citusNodes, makeCitusDatabase } from '../test/support/citusNodes.js';
import { databaseUrl } from '../test/support/testCluster.js';
import { startEmbeddedPostgres } from '../src/storage/postgres/embeddedPostgres.js';

/** A database of its own. */
export interface BenchDatabase {
  readonly url: string;
  readonly postgresVersion: string;
  /** Deletes it, and closes its connections. */
  drop(): Promise<void>;
}

/** The options of a database. */
export interface DatabaseOptions {
  /** Whether it records the time of each commit; only an embedded one can be configured to. */
  readonly tracksCommits?: boolean;
}

/**
 * A database of the bench's own: distributed over the cluster of CITUS_URL or on the server of DATABASE_URL where one is set, else on
 * an embedded PostgreSQL with the settings of production, so that every commit waits for the disk.
 */
export async function createDatabase({
  tracksCommits = false,
}: DatabaseOptions = {}): Promise<BenchDatabase> {
  const [citus, given] = [process.env['CITUS_URL'], process.env['DATABASE_URL']];
  const database = await (citus
    ? createOnCluster(citus)
    : given
      ? createOn(given)
      : startOwn(tracksCommits));
  const [version] = await queryOn(database.url, 'show server_version');
  return { ...database, postgresVersion: String(version?.['server_version']) };
}

async function createOnCluster(url: string): Promise<Omit<BenchDatabase, 'postgresVersion'>> {
  const nodes = await citusNodes(url);
  const name = newName();
  await makeCitusDatabase(nodes, name);
  const drop = async (): Promise<void> => {
    for (const node of nodes) {
      await queryOn(databaseUrl(node, 'postgres'), `drop database "${name}" with (force)`);
    }
  };
  return { url: databaseUrl(url, name), drop };
}

async function createOn(url: string): Promise<Omit<BenchDatabase, 'postgresVersion'>> {
  const name = newName();
  await queryOn(url, `create database "${name}"`);
  const drop = async (): Promise<void> => {
    await queryOn(url, `drop database "${name}" with (force)`);
  };
  return { url: databaseUrl(url, name), drop };
}

function newName(): string {
  return `parley_bench_${process.pid}_${Date.now().toString(36)}`;
}

async function startOwn(tracksCommits: boolean): Promise<Omit<BenchDatabase, 'postgresVersion'>> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  // PostgreSQL of the user root runs as another user, who needs access.
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

/** Runs one statement on a connection of its own. */
export async function queryOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

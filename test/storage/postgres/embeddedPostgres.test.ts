import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openMessages } from '../../../src/storage/postgres/supervisor.js';
import { startEmbeddedPostgres } from '../../../src/storage/postgres/embeddedPostgres.js';
import { until } from '../../support/until.js';

describe('the embedded PostgreSQL', () => {
  // One for all, because making it takes longer than what is tried with it.
  let folder: string;
  let dataDir: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-embedded-'));
    chmodSync(folder, 0o755);
    dataDir = join(folder, 'postgres');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (settings = {}) => startEmbeddedPostgres({ dataDir, settings });

  it('keeps its data when it is stopped and started again', async () => {
    const first = await start();
    await query(first.connection.url, 'CREATE TABLE stopped AS SELECT 42 AS value');
    await first.stop();
    const second = await start();
    expect(await query(second.connection.url, 'SELECT value FROM stopped')).toBe(42);
    await second.stop();
  });

  it('can be reached by its address and by its socket', async () => {
    const { connection, stop } = await start();
    const { host, port, user, database } = connection;
    const bySocket = new Client({ host, port, user, database });
    await bySocket.connect();
    await bySocket.end();
    const sql = 'SELECT current_database()::text AS value';
    expect(await query(connection.url, sql)).toBe('parley');
    await stop();
    expect(existsSync(host)).toBe(false);
  });

  it('accepts settings of the server', async () => {
    const { connection, stop } = await start({ max_connections: 17 });
    expect(await query(connection.url, "SELECT current_setting('max_connections') AS value")).toBe(
      '17',
    );
    await stop();
  });

  it('ends when its owner is killed, and loses nothing that was committed', async () => {
    const { owner, url } = await startOwner(dataDir);
    await query(url, 'CREATE TABLE orphaned AS SELECT 42 AS value');
    const postgres = readPid(dataDir);
    owner.kill('SIGKILL');
    await until(() => !isRunning(postgres));
    const { connection, stop } = await start();
    expect(await query(connection.url, 'SELECT value FROM orphaned')).toBe(42);
    await stop();
  });

  it('is started again at the same address when it is killed, and has lost nothing', async () => {
    const { connection, stop } = await start();
    await query(connection.url, 'CREATE TABLE killed AS SELECT 42 AS value');
    const killed = readPid(dataDir);
    process.kill(killed, 'SIGKILL');
    const isAnswering = () =>
      query(connection.url, 'SELECT 1').then(
        () => readPid(dataDir) !== killed,
        () => false,
      );
    await until(isAnswering);
    expect(await query(connection.url, 'SELECT value FROM killed')).toBe(42);
    await stop();
    expect(existsSync(connection.host)).toBe(false);
  });

  it('keeps its messages, without the values of statements, and shows the last ones after it was killed', async () => {
    const told: string[] = [];
    const { connection, stop } = await startEmbeddedPostgres({
      dataDir,
      tell: (sentence) => told.push(sentence),
    });
    await query(connection.url, "SELECT 'a secret'::int AS value").catch(() => undefined);
    const [backend, killed] = await Promise.all([
      openBackend(connection.url),
      Promise.resolve(readPid(dataDir)),
    ]);
    process.kill(backend.pid, 'SIGKILL');
    const file = `${dataDir}.log`;
    await until(() => readFileSync(file, 'utf8').includes('was terminated by signal 9'));
    process.kill(killed, 'SIGKILL');
    await until(() => told.length > 0);
    expect(told[0]).toContain('was terminated by signal 9');
    expect(told[0]).toContain(`More is in ${file}`);
    await until(() => readPid(dataDir) !== killed);
    await stop();
    expect(readFileSync(file, 'utf8')).not.toContain('a secret');
  });

  it('keeps its messages within two files', () => {
    const file = join(folder, 'messages.log');
    const messages = openMessages(file);
    const line = `${'x'.repeat(999)}\n`;
    for (let count = 0; count < 3_500; count += 1) messages.add(line);
    const sizes = [file, `${file}.1`].map((one) => statSync(one).size);
    expect(Math.max(...sizes)).toBeLessThan(1_100_000);
    expect(messages.last().length).toBeLessThanOrEqual(2_000);
    expect(openMessages(join(folder, 'none', 'x.log')).add(line)).toBeUndefined();
  });

  it('waits for another owner that is just stopping', async () => {
    const { owner } = await startOwner(dataDir);
    owner.kill('SIGKILL');
    const { connection, stop } = await start();
    expect(await query(connection.url, 'SELECT 1 AS value')).toBe(1);
    await stop();
  });

  it('says how to run without it if it cannot start', async () => {
    await expect(start({ no_such_setting: 1 })).rejects.toThrow(
      /cannot start: .*no_such_setting[\s\S]*Set DATABASE_URL/,
    );
  });
});

/** A connection of which PostgreSQL tells when its process is killed. */
async function openBackend(url: string): Promise<{ pid: number }> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { pid: Number(rows[0]?.pid) };
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(sql);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

/** A process of its own that starts the database and then only waits. */
async function startOwner(dataDir: string): Promise<{ owner: ChildProcess; url: string }> {
  const program = `
    import { startEmbeddedPostgres } from './src/storage/postgres/embeddedPostgres.js';
    const { connection } = await startEmbeddedPostgres({ dataDir: process.argv[1] });
    console.log(connection.url);
    setInterval(() => {}, 1000);`;
  const owner = spawn(
    process.execPath,
    ['--import', './scripts/typescript.mjs', '--input-type=module', '--eval', program, dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [url] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
  return { owner, url };
}

function readPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

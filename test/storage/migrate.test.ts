import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rowsOf } from '../support/rows.js';
import { runOn } from '../support/testCluster.js';
import { until } from '../support/until.js';

describe('migrating a database', () => {
  let database: TestDatabase;
  let directory: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    await runOn(database.url, ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']);
    directory = mkdtempSync(join(tmpdir(), 'parley-migrations-'));
    write('0001-shelf.sql', 'CREATE TABLE shelf (id int); INSERT INTO shelf VALUES (1);');
  });

  afterEach(async () => {
    rmSync(directory, { recursive: true });
    await database.drop();
  });

  const write = (name: string, sql: string) => writeFileSync(join(directory, name), sql);
  const migrate = () => migrateDatabase(database.url, { directory });
  const read = async (sql: string): Promise<unknown[]> => {
    const client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ value: unknown }>(sql);
    await client.end();
    return rows.map(({ value }) => value);
  };

  it('runs every file once, in order, however often it is called', async () => {
    write('0002-more.sql', 'INSERT INTO shelf VALUES (2);');
    await migrate();
    await migrate();
    expect(await read('SELECT id AS value FROM shelf ORDER BY id')).toEqual([1, 2]);
  });

  it.each([
    ['a crash', 'SELECT pg_terminate_backend(pg_backend_pid());', 'the database cannot be reached'],
    [
      'a full disk',
      "DO $$ BEGIN RAISE 'of a test' USING ERRCODE = '53100'; END $$;",
      'the disk of the database is full',
    ],
  ])(
    'says why the database does not work after %s in the middle of a file',
    async (_, sql, why) => {
      write('0002-more.sql', `INSERT INTO shelf VALUES (2); ${sql}`);
      await expect(migrate()).rejects.toMatchObject({
        message: `The database cannot be brought up to date: ${why}`,
      });
      expect(await read('SELECT id AS value FROM shelf')).toEqual([1]);
    },
  );

  it('runs only what is new after an update', async () => {
    await migrate();
    write('0002-more.sql', 'INSERT INTO shelf VALUES (2);');
    await migrate();
    expect(await read('SELECT id AS value FROM shelf ORDER BY id')).toEqual([1, 2]);
    expect(await read('SELECT name AS value FROM migration ORDER BY name')).toEqual([
      '0001-shelf.sql',
      '0002-more.sql',
    ]);
  });

  it('runs every file once when four servers start together', async () => {
    await Promise.all([migrate(), migrate(), migrate(), migrate()]);
    expect(await read('SELECT id AS value FROM shelf')).toEqual([1]);
  });

  it('refuses a file that has changed since it was applied', async () => {
    await migrate();
    write('0001-shelf.sql', 'CREATE TABLE shelf (id bigint);');
    await expect(migrate()).rejects.toThrow('0001-shelf.sql has changed since it was applied');
  });

  it('accepts a file in which only the line ends have changed', async () => {
    write('0002-more.sql', 'INSERT INTO shelf\nVALUES (2);\n');
    await migrate();
    write('0002-more.sql', 'INSERT INTO shelf\r\nVALUES (2);\r\n');
    await migrate();
    expect(await read('SELECT id AS value FROM shelf ORDER BY id')).toEqual([1, 2]);
  });

  it('does not touch a database that a newer build has migrated', async () => {
    write('0002-newer.sql', 'INSERT INTO shelf VALUES (2);');
    await migrate();
    rmSync(join(directory, '0002-newer.sql'));
    await expect(migrate()).rejects.toThrow('0002-newer.sql, which this build does not know');
  });

  it('refuses a file that was inserted before an applied one', async () => {
    write('0003-late.sql', 'SELECT 1;');
    await migrate();
    write('0002-slipped.sql', 'SELECT 1;');
    await expect(migrate()).rejects.toThrow('0002-slipped.sql must come after 0003-late.sql');
  });

  it('keeps nothing of a file that fails in the middle', async () => {
    write('0002-broken.sql', 'INSERT INTO shelf VALUES (2); SELECT no_such_column FROM shelf;');
    await expect(migrate()).rejects.toThrow('Migration 0002-broken.sql failed');
    expect(await read('SELECT id AS value FROM shelf')).toEqual([1]);
    expect(await read('SELECT name AS value FROM migration')).toEqual(['0001-shelf.sql']);
  });

  it('refuses a file whose name has no number', async () => {
    write('later.sql', 'SELECT 1;');
    await expect(migrate()).rejects.toThrow('not later.sql');
  });
});

describe('killed migrations:', () => {
  /** A lock that delays a migration in the middle of its file, as a large table would. */
  const HELD = 4711;

  const WAITING = `SELECT pid AS value FROM pg_locks
  WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

  test('a server killed during a migration leaves nothing half done; two servers that start next complete it', async () => {
    const database = await createTestDatabase();
    await runOn(database.url, [
      'DROP SCHEMA public CASCADE',
      'CREATE SCHEMA public',
      'CREATE SCHEMA held',
      `CREATE FUNCTION held.up() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands()
                  WHERE object_identity = 'public.sign_in') THEN
         PERFORM pg_advisory_xact_lock_shared(${HELD});
       END IF;
     END $$`,
      'CREATE EVENT TRIGGER held ON ddl_command_end EXECUTE FUNCTION held.up()',
    ]);
    const client = new Client(database.url);
    await client.connect();
    await client.query(`SELECT pg_advisory_lock(${HELD})`);
    const read = async (sql: string): Promise<unknown[]> =>
      (await client.query<{ value: unknown }>(sql)).rows.map(({ value }) => value);
    const heldUp = () =>
      read(`SELECT pid AS value FROM pg_locks WHERE objid = ${HELD} AND NOT granted`);

    const killed = spawn(process.execPath, ['scripts/run.mjs', 'migrate'], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: 'ignore',
    });
    await until(async () => (await heldUp()).length > 0);
    const [first] = await heldUp();
    killed.kill('SIGKILL');

    const folders = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `parley-${name}-`)));
    const starting = folders.map((folder) =>
      startChildServer(folder, { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(43) }),
    );
    // The server does not wait for the killed one: it has come as far itself, and a third server waits for it.
    await until(async () => (await heldUp()).some((pid) => pid !== first));
    await until(async () => (await read(WAITING)).length === 2);
    expect(await read(`SELECT to_regclass('sign_in') AS value`)).toEqual([null]);
    await client.query(`SELECT pg_advisory_unlock(${HELD})`);
    const servers = await Promise.all(starting);
    expect(await Promise.all(servers.map(({ url }) => readiness(url)))).toEqual([200, 200]);
    const said = servers.flatMap(({ lines }) => lines.filter((line) => line.startsWith('another')));
    expect(said).toContain('another server brings the database up to date; waiting for it …');
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await client.end();
    await database.drop();
  });

  async function readiness(url: string): Promise<number> {
    return (await fetch(`${url}/readyz`)).status;
  }
});

const MIGRATIONS = fileURLToPath(new URL('../../src/storage/migrations', import.meta.url));

const PROOFS = '0041-domain-proofs.sql';

test('a domain that was verified before domains were proven stays with its workspace, and is looked up at once', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-migrations-'));
  try {
    await runOn(database.url, ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']);
    await cp(MIGRATIONS, folder, { recursive: true, filter: (file) => !isSince(file) });
    await migrateDatabase(database.url, { directory: folder });
    await rowsOf(
      database.url,
      `insert into workspace (id, name, plan, is_past_due, is_suspended, created_at, updated_at) values ('w', 'Acme', 'FREE', false, false,
      now(), now())`,
    );
    await rowsOf(
      database.url,
      `insert into custom_domain (id, workspace_id, name, status, created_at, checked_at) values
        ('a', 'w', 'a.example.com', 'VALID', '2026-01-01', '2026-01-02'),
        ('b', 'w', 'b.example.com', 'INVALID', '2026-01-01', '2026-01-02'),
        ('c', 'w', 'c.example.com', 'PENDING', '2026-01-01', null)`,
    );
    await cp(path.join(MIGRATIONS, PROOFS), path.join(folder, PROOFS));
    await migrateDatabase(database.url, { directory: folder });
    const rows = await rowsOf(
      database.url,
      `select id, held_since::date::text as since, check_due_at <= now() as "isDue" from custom_domain order by id`,
    );
    expect(rows).toEqual([
      { id: 'a', since: '2026-01-02', isDue: true },
      { id: 'b', since: null, isDue: null },
      { id: 'c', since: null, isDue: null },
    ]);
    const proofs = await rowsOf<{ proof: string }>(database.url, 'select proof from custom_domain');
    expect(new Set(proofs.map(({ proof }) => proof)).size).toBe(3);
    for (const { proof } of proofs) expect(proof).toMatch(/^[\da-f]{64}$/);
  } finally {
    await rm(folder, { recursive: true });
    await database.drop();
  }
});

/** Whether a file is the migration that adds the proofs of domains, or a later one. */
function isSince(file: string): boolean {
  return path.basename(file) >= PROOFS && file.endsWith('.sql');
}

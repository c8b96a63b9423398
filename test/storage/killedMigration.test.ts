import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase } from '../support/database.js';
import { runOn } from '../support/testCluster.js';
import { until } from '../support/until.js';

/** A lock that holds up a migration in the middle of its file, as much data does. */
const HELD = 4711;

const WAITING = `SELECT pid AS value FROM pg_locks
  WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

test('a server that is killed in the middle of a migration leaves nothing half done; two that start next go on', async () => {
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
  // What the killed one began is not waited for: another came as far by itself, and the third waits for that one.
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

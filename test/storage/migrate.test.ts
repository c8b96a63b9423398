import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runOn } from '../support/testCluster.js';

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

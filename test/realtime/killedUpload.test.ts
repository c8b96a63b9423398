import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { beginUpload, visitorsOf } from '../support/visitorUploads.js';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { ask } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { until } from '../support/until.js';

const MB = 1_048_576;
let database: TestDatabase;
let dataDir: string;
let app: TestApp | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'parley-killed-'));
});
afterEach(async () => {
  await app?.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('an upload in which the server was killed counts until it is deleted, within an hour', async () => {
  const settings = {
    DATABASE_URL: database.url,
    ADMIN_TOKEN: TOKEN,
    SECRET_KEY: 'the-key-that-the-servers-of-this-test-share',
    RATE_LIMITS: 'off',
    UPLOAD_LIMIT: '4 MB',
    STORAGE_LIMIT: '4 MB',
    STORAGE_RESERVE: '0 B',
  };
  const killed = await startChildServer(dataDir, settings);
  const before = visitorsOf(() => ({
    ...killed,
    databaseUrl: database.url,
    dataDir,
    close: async () => undefined,
  }));
  const { sessionId } = await before.chatAt(ask('file input', 'X'));
  const file = { fileName: 'a.bin', fileSize: 3 * MB };
  const { body } = await before.stage(sessionId, file);
  await beginUpload(killed.url, partAt(body, 'formData.token'), new Uint8Array(2 * MB));
  const unfinished = join(dataDir, 'files', 'unfinished');
  const partial = async () => readdir(unfinished).catch(() => []);
  await until(async () => (await partial()).length === 1);
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');

  app = await startTestApp({ ...settings, DATA_DIR: dataDir }, undefined, {
    timeouts: { workEvery: 5 },
  });
  const { stage } = visitorsOf(() => app as TestApp);
  // The upload counts: 3 of 4 MB are in use.
  expect((await stage(sessionId, { fileName: 'b.bin', fileSize: 2 * MB })).status).toBe(507);
  // It is deleted a quarter of an hour later, and no longer counts half an hour after the last sign of its server.
  const [name = ''] = await partial();
  const ago = new Date(Date.now() - 16 * 60_000);
  await utimes(join(unfinished, name), ago, ago);
  await until(async () => (await partial()).length === 0);
  const noted = async () =>
    rowsOf(
      database.url,
      'select extract(epoch from due_at - now()) as s from file_removal where bytes > 0',
    );
  expect(Number(partAt(await noted(), '0.s'))).toBeLessThan(1_801);
  await rowsOf(database.url, 'update file_removal set due_at = now()');
  await until(async () => (await noted()).length === 0);
  expect((await stage(sessionId, { fileName: 'b.bin', fileSize: 4 * MB })).status).toBe(200);
});

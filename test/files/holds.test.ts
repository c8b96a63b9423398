import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { beginUpload, visitorsOf } from '../support/visitorUploads.js';
import { openBucket } from '../support/bucket.js';
import { ask } from '../support/flowOf.js';
import { partAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { until } from '../support/until.js';

const MB = 1_048_576;
const LIMIT = 2 * MB;
const SIZE = Math.round(0.49 * MB);
const settings = { UPLOAD_LIMIT: '1 MB', STORAGE_LIMIT: '2 MB' };
const content = new Uint8Array(SIZE);

let apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps) await app.close();
  apps = [];
});
async function start(more: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const app = await startTestApp({ ...settings, ...more }, undefined, {
    timeouts: { workEvery: 20 },
  });
  apps.unshift(app);
  return app;
}

/** The bytes of all files below a folder, including those that are being written. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = new Map<number, number>();
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const found = await stat(path.join(parentPath, name)).catch(() => undefined);
    // A complete file has two names for a moment.
    if (found) sizes.set(found.ino, found.size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Records the most bytes that there ever are, until it is stopped. */
function watchMost(measure: () => Promise<number>) {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) most = Math.max(most, await measure());
  })();
  return async (): Promise<number> => {
    isOver = true;
    await watching;
    return Math.max(most, await measure());
  };
}

/** Stages and uploads 45 files at once, each in its own chat of one bot; returns the outcome of each. */
async function uploadAtOnce(app: () => TestApp, claimed: object): Promise<number[]> {
  const { chatAt, stage, upload } = visitorsOf(app);
  const { sessionId } = await chatAt(ask('file input', 'X'));
  const outcomes = Array.from({ length: 45 }, async () => {
    const { status, body } = await stage(sessionId, { fileName: 'a.bin', ...claimed });
    return status === 200 ? (await upload(body, content)).status : status;
  });
  return Promise.all(outcomes);
}

describe('45 uploads at once never pass the limit of their workspace', () => {
  test.each([
    ['which say their size', { fileSize: SIZE }],
    ['which do not', {}],
  ])('on disk, by two servers, %s', async (_how, claimed) => {
    const first = await start({ UPLOADS_IN_FLIGHT: 'chat=100' });
    // The second server stores its files in the same folder.
    const second = await start({
      UPLOADS_IN_FLIGHT: 'chat=100',
      DATABASE_URL: first.databaseUrl,
      DATA_DIR: first.dataDir,
    });
    let turn = 0;
    const stop = watchMost(() => bytesIn(path.join(first.dataDir, 'files')));
    const outcomes = await uploadAtOnce(
      () => ({ ...first, url: [first, second][(turn += 1) % 2]!.url }),
      claimed,
    );
    expect(await stop()).toBeLessThanOrEqual(LIMIT);
    const came = outcomes.filter((status) => status === 204).length;
    expect(came).toBeGreaterThan(0);
    expect(outcomes.filter((status) => status === 507)).toHaveLength(45 - came);
    // Uploads that did not come no longer reserve room: the rest can be used.
    const [row] = await rowsOf(first.databaseUrl, 'select sum(bytes) as bytes from file');
    expect(partAt(row, 'bytes')).toBe(came * SIZE);
  });

  test('nor do they with a bucket, where unused uploads count too', async () => {
    const bucket = await openBucket();
    try {
      const app = await start({ ...bucket.settings, UPLOADS_IN_FLIGHT: 'chat=100' });
      const outcomes = await uploadAtOnce(() => app, { fileSize: SIZE });
      const keys = await bucket.keys();
      expect(keys).toHaveLength(4);
      expect(outcomes.filter((status) => status === 507)).toHaveLength(41);
      const due = "update file_removal set due_at = now() where key like '%/fil_%'";
      // A quarter of an hour later, a posted upload still counts, with its actual length.
      await rowsOf(app.databaseUrl, due);
      const held = async () =>
        rowsOf(app.databaseUrl, 'select bytes from file_removal where due_at > now()');
      await until(async () => (await held()).length === 4);
      expect(await held()).toEqual(Array(4).fill({ bytes: SIZE }));
      expect(await bucket.keys()).toEqual(keys);
      // A day later it is deleted, and its room is free.
      await rowsOf(app.databaseUrl, "update file set expires_at = now() - interval '1 s'");
      await rowsOf(app.databaseUrl, due);
      await until(async () => (await bucket.keys()).length === 0);
      expect(await rowsOf(app.databaseUrl, 'select * from file_removal where bytes > 0')).toEqual(
        [],
      );
    } finally {
      await apps.shift()?.close();
      await bucket.close();
    }
  });
});

test('the same upload sent many times at once passes no limit', async () => {
  const app = await start();
  const { chatAt, stage, upload } = visitorsOf(() => app);
  const { sessionId } = await chatAt(ask('file input', 'X'));
  const { body } = await stage(sessionId, { fileName: 'a.bin', fileSize: SIZE });
  const stop = watchMost(() => bytesIn(path.join(app.dataDir, 'files')));
  const sent = Array.from({ length: 20 }, async () => (await upload(body, content)).status);
  const outcomes = await Promise.all(sent);
  expect(await stop()).toBeLessThanOrEqual(LIMIT);
  expect(outcomes.filter((status) => status === 204)).toHaveLength(1);
});

test('room that is reserved for an upload that never comes is free again after a while', async () => {
  const app = await start();
  const { chatAt, stage, upload } = visitorsOf(() => app);
  const { sessionId } = await chatAt(ask('file input', 'X'));
  const large = { fileName: 'a.bin', fileSize: MB };
  const { body } = await stage(sessionId, large);
  expect((await stage(sessionId, large)).status).toBe(200);
  expect((await stage(sessionId, large)).status).toBe(507);
  await rowsOf(app.databaseUrl, 'update file_removal set due_at = now()');
  await until(async () => (await rowsOf(app.databaseUrl, 'select from file_removal')).length === 0);
  expect((await stage(sessionId, large)).status).toBe(200);
  // Nor is the limit exceeded later.
  expect((await upload(body, new Uint8Array(MB))).status).toBe(204);
  expect((await stage(sessionId, large)).status).toBe(507);
});

test('an upload that is cut off reserves no room', async () => {
  const app = await start();
  const { chatAt, stage } = visitorsOf(() => app);
  const { sessionId } = await chatAt(ask('file input', 'X'));
  const large = { fileName: 'a.bin', fileSize: MB };
  const { body } = await stage(sessionId, large);
  const socket = await beginUpload(app.url, textAt(body, 'formData.token'), content);
  await until(async () => (await bytesIn(path.join(app.dataDir, 'files'))) > 0);
  socket.destroy();
  await until(async () => (await rowsOf(app.databaseUrl, 'select from file_removal')).length === 0);
  expect((await stage(sessionId, large)).status).toBe(200);
});

test.each([
  ['of one chat', 'chat=2', 'files of this chat'],
  ['of one address', 'chat=9,address=2', 'from this address'],
  ['of one bot', 'chat=9,bot=2', 'to this bot'],
])('uploads under way are limited %s', async (_of, UPLOADS_IN_FLIGHT, why) => {
  const app = await start({ UPLOADS_IN_FLIGHT });
  const { chatAt, stage } = visitorsOf(() => app);
  const { sessionId } = await chatAt(ask('file input', 'X'));
  const file = { fileName: 'a.bin', fileSize: 9 };
  const begun = await Promise.all(Array.from({ length: 9 }, () => stage(sessionId, file)));
  expect(begun.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = begun.find(({ status }) => status === 400);
  expect(partAt(refused?.body, 'reason')).toBe('UPLOAD_REFUSED');
  expect(partAt(refused?.body, 'message')).toContain(why);
});

test.each(['chatUpload', 'addressUpload', 'botUpload'])(
  'the megabytes that visitors upload are limited: %s',
  async (name) => {
    const app = await start({
      RATE_LIMITS: 'on',
      RATE_LIMIT_RULES: `${name}=3/day`,
      STORAGE_LIMIT: '9 MB',
    });
    const { chatAt, stage, upload } = visitorsOf(() => app);
    const { sessionId } = await chatAt(ask('file input', 'X'));
    const send = async () => {
      const { body } = await stage(sessionId, { fileName: 'a.bin' });
      return upload(body, content);
    };
    for (let sent = 0; sent < 3; sent += 1) expect((await send()).status).toBe(204);
    expect(await send()).toEqual({ status: 429, reason: 'RATE_LIMITED' });
  },
);

test('an upload to a bucket that exceeds a rate limit reserves no room', async () => {
  const bucket = await openBucket();
  try {
    const limits = { RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'chatUpload=1/day' };
    const app = await start({ ...bucket.settings, ...limits });
    const { chatAt, stage } = visitorsOf(() => app);
    const { sessionId } = await chatAt(ask('file input', 'X'));
    expect((await stage(sessionId, { fileName: 'a.bin' })).status).toBe(200);
    expect((await stage(sessionId, { fileName: 'a.bin' })).status).toBe(429);
    expect(await rowsOf(app.databaseUrl, 'select id from file')).toHaveLength(1);
    expect(await rowsOf(app.databaseUrl, 'select key from file_removal')).toHaveLength(1);
  } finally {
    await apps.shift()?.close();
    await bucket.close();
  }
});

test('with no room above the reserve uploads are refused and chats go on', async () => {
  const lines: string[] = [];
  const app = await startTestApp(
    { STORAGE_RESERVE: '100%', LOG_LEVEL: 'info' },
    (line) => lines.push(line),
    { timeouts: { workEvery: 20 } },
  );
  apps.unshift(app);
  const { chatAt, stage } = visitorsOf(() => app);
  const { sessionId } = await chatAt(ask('text input', 'X', { attachments: { isEnabled: true } }));
  for (let tried = 0; tried < 3; tried += 1) {
    const { status, body } = await stage(sessionId, { fileName: 'a.bin', fileSize: 1 });
    expect([status, partAt(body, 'reason')]).toEqual([507, 'STORAGE_FULL']);
  }
  const { post } = visitorsOf(() => app);
  const said = await post(`/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' });
  expect(said.status).toBe(200);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('parley_upload_room_bytes 0');
  expect(lines.filter((line) => line.includes('uploads are refused'))).toHaveLength(1);
});

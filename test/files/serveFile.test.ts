import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openFiles, type Files } from '../../src/files/files.js';
import type { MadeFile } from '../../src/integrations/effectOrigin.js';
import { FileVisibility } from '../../src/schema/enums.js';
import { deleteFiles } from '../../src/jobs/deleteFiles.js';
import { openStorage, type Storage } from '../../src/storage/orm.js';
import { deleteExpired } from '../../src/storage/retention.js';
import { TOKEN } from '../support/app.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { botOf } from '../support/botOf.js';

const app = useApp();
const rest = restOf(app);
let storage: Storage;
let files: Files;
let botId = '';

beforeAll(async () => {
  const { url, databaseUrl, dataDir } = app();
  storage = await openStorage({ url: databaseUrl });
  const limits = { uploadLimit: 1_000, uploadsInFlight: { chat: 9, address: 9, bot: 9 } };
  const room = {
    storageLimit: {},
    storageReserve: { bytes: 0 },
    countUpload: async () => undefined,
  };
  const log = { warn: () => undefined, info: () => undefined };
  files = openFiles({ dataDir, secretKey: undefined, ...limits, ...room, log }, storage, () => url);
  ({ botId } = await makePublished(rest, botOf({ groups: {} })));
});
afterAll(async () => storage.close());

const made = (name: string, type: string, text = 'Hello Ada'): MadeFile => ({
  name,
  type,
  content: Buffer.from(text),
});
const keep = (file: MadeFile, resultId = 'res_1') =>
  files.keepMade(file, { botId, resultId, sessionId: 'ses_1' });
const run = (sql: string, values: readonly unknown[] = []) =>
  rowsOf(app().databaseUrl, sql, values);
const idIn = (address: string) => /fil_\w+/.exec(address)?.[0] ?? '';

/** Makes a file for people who may read the results. */
async function keepPrivate() {
  const address = await keep(made('cv.pdf', 'application/pdf'));
  await run('update file set visibility = $1 where id = $2', [
    FileVisibility.PRIVATE,
    idIn(address),
  ]);
  return address;
}

test('a generated file has a public address that reveals nothing else', async () => {
  const address = await keep(made('Grüße "an" Ada.mp3', 'audio/mpeg'));
  expect(address).toMatch(/\/files\/fil_[a-z\d]{34}\.mp3$/);
  const response = await fetch(address);
  expect(await response.text()).toBe('Hello Ada');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '9',
    'content-disposition': "inline; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20an%20Ada.mp3",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'access-control-allow-origin': '*',
  });
});

test.each(['image/svg+xml', 'text/html', 'application/xml', 'text/javascript'])(
  'a file of type %s is only ever downloaded, as plain bytes',
  async (type) => {
    const response = await fetch(await keep(made('page', type, '<script>1</script>')));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('a reader can request a part, only a changed file, and only the headers', async () => {
  const address = await keep(made('a.txt', 'text/plain'));
  const get = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(address, { method, headers });
    const range = response.headers.get('content-range');
    return [response.status, range, await response.text()];
  };
  const whole = await fetch(address);
  const etag = whole.headers.get('etag') ?? '';
  expect(await get({ Range: 'bytes=6-' })).toEqual([206, 'bytes 6-8/9', 'Ada']);
  expect(await get({ Range: 'bytes=-3', 'If-Range': etag })).toEqual([206, 'bytes 6-8/9', 'Ada']);
  expect(await get({ Range: 'bytes=-3', 'If-Range': '"other"' })).toEqual([200, null, 'Hello Ada']);
  expect(await get({ Range: 'bytes=0-1,3-4' })).toEqual([200, null, 'Hello Ada']);
  expect(await get({ Range: 'bytes=9-' })).toEqual([416, 'bytes */9', '']);
  expect(await get({ 'If-None-Match': etag })).toEqual([304, null, '']);
  expect(await get({}, 'HEAD')).toEqual([200, null, '']);
});

test('a private file is served to people who may read the results, and to whoever has a signed address', async () => {
  const address = await keepPrivate();
  const statusOf = async (url: string, headers = {}) => (await fetch(url, { headers })).status;
  expect(await statusOf(address)).toBe(404);
  expect(await statusOf(address, { Authorization: `Bearer ${TOKEN}` })).toBe(200);
  const signed = await files.signedAddressOf({ id: idIn(address), name: 'cv.pdf' });
  const response = await fetch(signed);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'private, no-store, no-transform',
  ]);
  const later = signed.replace(/expires=\d+/, `expires=${Date.now() + 9e9}`);
  expect(await statusOf(later)).toBe(404);
  expect(await statusOf(`${address}?expires=1&signature=x`)).toBe(404);
});

test('an unknown file, and one whose bytes are gone, are not found', async () => {
  const problem = async (url: string) => (await fetch(url)).json();
  const notFound = { code: 'NOT_FOUND', reason: 'FILE_NOT_FOUND' };
  expect(await problem(`${app().url}/files/fil_unknown.pdf`)).toMatchObject(notFound);
  const address = await keep(made('a.txt', 'text/plain'));
  const [{ key } = {}] = await run('select key from file where id = $1', [idIn(address)]);
  await files.store.delete(String(key));
  expect(await problem(address)).toMatchObject(notFound);
});

test('a generated file stays if its result was stored, and is deleted if not', async () => {
  const stays = await keep(made('a.txt', 'text/plain'), 'res_stored');
  const goes = await keep(made('a.txt', 'text/plain'), 'res_never');
  await run(
    `insert into result (id, bot_id, session_id, variables, is_completed, has_started, is_archived, answers_from,
      created_at, updated_at)
    values ('res_stored', $1, 'ses', '[]', false, false, false, '', now(), now())`,
    [botId],
  );
  await run(`update file set expires_at = now() - interval '1 minute' where id = any($1)`, [
    [stays, goes].map(idIn),
  ]);
  await deleteExpired(storage.pool, {
    sessionIdleDays: 7,
    chatLogDays: 0,
    auditLogDays: 0,
    chatTraceDays: 7,
    chatReplayDays: 7,
  });
  expect((await fetch(stays)).status).toBe(200);
  expect((await fetch(goes)).status).toBe(404);
  expect(await run('select expires_at from file where id = $1', [idIn(stays)])).toEqual([
    { expires_at: null },
  ]);
});

test('with a workspace, the bytes of all its files are deleted', async () => {
  const { workspaceId, botId: other } = await makePublished(rest, botOf({ groups: {} }));
  await files.keepMade(made('a.txt', 'text/plain'), { botId: other, sessionId: 'ses_2' });
  const folder = path.join(app().dataDir, 'files', workspaceId);
  expect(await readdir(folder)).toHaveLength(1);
  await rest.deleteWorkspace({ workspaceId });
  while (await deleteFiles(storage.pool, files.store));
  expect(await readdir(folder)).toEqual([]);
});

test('a file is found for the chat it belongs to, and for no other', async () => {
  const chat = { botId, resultId: 'res_1', sessionId: 'ses_1' };
  const address = await keep(made('speech', 'audio/mpeg'));
  const found = await files.findOwn(address, chat);
  expect(found).toMatchObject({ type: 'audio/mpeg', bytes: 9 });
  const bytes: unknown[] = [];
  for await (const chunk of (await found?.read()) ?? []) bytes.push(String(chunk));
  expect(bytes.join('')).toBe('Hello Ada');
  const preview = { botId, sessionId: 'ses_2' };
  const previewed = await files.keepMade(made('speech', 'audio/mpeg'), preview);
  expect(await files.findOwn(previewed, preview)).toBeDefined();
  for (const [at, owner] of [
    [address, { ...chat, resultId: 'res_2' }],
    [address, preview],
    [previewed, chat],
    ['https://example.com/files/fil_0.mp3', chat],
    ['fil_0', chat],
  ] as const) {
    expect(await files.findOwn(at, owner)).toBeUndefined();
  }
});

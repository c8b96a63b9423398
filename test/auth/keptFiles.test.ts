import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addKey, assertKeys, readKeys } from '../../src/auth/secretKeys.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, restOf } from '../support/useApp.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-kept-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const settings = (folder = dataDir) => ({ secretKey: undefined, dataDir: folder });
const file = () => path.join(dataDir, 'secret-key');

/** Runs code in a process that cannot write to any file, as on a full disk; returns the code of its failure. */
async function onFullDisk(module: string, code: string): Promise<string> {
  const script = `import * as tried from ${JSON.stringify(module)};
    const failed = await (${code})(tried).catch((error) => error);
    console.log(failed?.code ?? 'no failure');`;
  const node = [process.execPath, '--import', './scripts/typescript.mjs', '--input-type=module'];
  const words = ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node, '-e', script];
  return (await promisify(execFile)('sh', words)).stdout.trim();
}

describe('the key of a server', () => {
  test('is not left incomplete by a full disk: the next start makes it', async () => {
    const make = `({ readKeys }) => readKeys(${JSON.stringify(settings())})`;
    expect(await onFullDisk('./src/auth/secretKeys.ts', make)).toBe('EFBIG');
    expect(await readdir(dataDir)).toEqual([]);
    expect(await readKeys(settings())).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });

  test('stays as it was where a new one cannot be written', async () => {
    const keys = await readKeys(settings());
    const add = `({ addKey }) => addKey(${JSON.stringify(settings())})`;
    expect(await onFullDisk('./src/auth/secretKeys.ts', add)).toBe('EFBIG');
    expect(await readKeys(settings())).toEqual(keys);
    await addKey(settings());
    expect((await readKeys(settings()))[1]).toBe(keys[0]);
    expect([await readdir(dataDir), (await stat(file())).mode & 0o777]).toEqual([
      ['secret-key'],
      0o600,
    ]);
  });

  test('is the same for servers that start at once, also in a folder that is not there yet', async () => {
    const folder = path.join(dataDir, 'a', 'b');
    const found = await Promise.all([1, 2, 3, 4, 5].map(() => readKeys(settings(folder))));
    expect(new Set(found.flat()).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret-key']);
  });

  test.each([
    ['is empty', ''],
    ['has only blanks', ' \n\n'],
    ['was cut off', 'aB3'],
    ['was left full of zeros by a crash', '\0'.repeat(44)],
    ['is something else', '{"key": "of another program, of a hundred letters"}\n'],
    ['has a line that is no key', `${'k'.repeat(43)}\nno key\n`],
  ])(
    'stops the start with a sentence that says what to do where its file %s',
    async (_case, text) => {
      await writeFile(file(), text);
      const started = startTestApp({ DATA_DIR: dataDir });
      const remedy = /secret-key .*\n.*backup.*SECRET_KEY[^]*delete it/;
      await expect(started).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(remedy),
      });
      await expect(readKeys(settings())).rejects.toThrow(remedy);
      expect(await readFile(file(), 'utf8')).toBe(text);
    },
  );

  test('that cannot be read stops the start, too', async () => {
    await mkdir(file());
    await expect(assertKeys(settings())).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('EISDIR'),
    });
  });

  test('is not read if SECRET_KEY is set', async () => {
    await writeFile(file(), '');
    await assertKeys({ secretKey: 'k'.repeat(32), dataDir });
  });

  test('may be made by the operator, as SECRET_KEY may', async () => {
    await writeFile(file(), `${'ключ'.repeat(10)}\r\n`);
    expect(await readKeys(settings())).toEqual(['ключ'.repeat(10)]);
  });
});

describe('secrets whose key is missing', () => {
  const log = (lines: string[]) => (line: string) => void lines.push(line);
  const openai = { type: 'openai', name: 'Ours', data: { apiKey: 'sk-kept' } };
  const apps: TestApp[] = [];
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  const start = async (...how: Parameters<typeof startTestApp>) => {
    const app = await startTestApp(...how);
    apps.unshift(app);
    return app;
  };
  const LOST = /1 of the credentials and webhooks .*cannot be used.*secret-key.*SECRET_KEY/;

  test('are named in one line of the log when a server starts, which makes no key for that', async () => {
    const first = await start();
    const rest = restOf(() => first);
    const workspaceId = await makeWorkspace(rest);
    await bodyOf(rest.saveCredentials({ workspaceId, credentials: openai }));
    const shared = { DATABASE_URL: first.databaseUrl, LOG_LEVEL: 'error' };
    const withoutKey: string[] = [];
    await start({ ...shared, DATA_DIR: dataDir }, log(withoutKey));
    expect(withoutKey).toEqual([expect.stringMatching(LOST)]);
    expect(await readdir(dataDir)).not.toContain('secret-key');
    const [key = ''] = await readKeys({ secretKey: undefined, dataDir: first.dataDir });
    const withKey: string[] = [];
    await start({ ...shared, SECRET_KEY: key }, log(withKey));
    expect(withKey).toEqual([]);
  });
});

test('the file of the owner’s first token is complete or does not exist', async () => {
  const token = path.join(dataDir, 'owner-token');
  const write = `({ writeWhole }) => writeWhole(${JSON.stringify(token)}, 'parley_token', { replaces: true })`;
  await writeFile(token, 'of an older database');
  expect(await onFullDisk('./src/storage/keptFile.ts', write)).toBe('EFBIG');
  expect([await readdir(dataDir), await readFile(token, 'utf8')]).toEqual([
    ['owner-token'],
    'of an older database',
  ]);
});

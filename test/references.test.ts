import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { commentsIn, filesOfRepository, paragraphsIn, textOf } from './support/repository.js';

const files = filesOfRepository();
const known = new Set(files);
const folders = new Set(files.flatMap(foldersOf));
/** The sources without migrations, which must not change: a database compares them with those that it has run. */
const sources = files.filter((file) => /\.(?:ts|mjs|cjs|js)$/.test(file));
/** The pages without the change log, which names what no longer exists. */
const pages = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Whether a path, or the end of one, exists; sources import each other by the names of compiled files. */
function exists(path: string): boolean {
  const name = normalize(path).replace(/^\.\/|\/$/g, '');
  const names = [name, name.replace(/\.js$/, '.ts'), `${name}.ts`];
  const isEnd = (one: string) => names.some((end) => one === end || one.endsWith(`/${end}`));
  return files.some(isEnd) || [...folders].some(isEnd);
}

/** The anchor of a heading in links. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim());

/** The references of a passage to things that do not exist. */
function brokenIn(passage: string): string[] {
  const named = [
    ...passage.matchAll(/(?<![\w/.@-])((?:[\w-]+\/)*\w[\w.-]*\.(?:ts|mjs|cjs|sql|md))\b/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('NNNN') && !exists(path));
  const numbers = [...passage.matchAll(/\bADRs? (\d+)/g)]
    .map(([, number = '']) => number)
    .filter(
      (number) => !files.some((file) => file.startsWith(`docs/adr/${number.padStart(4, '0')}-`)),
    )
    .map((number) => `ADR ${number}`);
  const headings = [...passage.matchAll(/((?:docs\/)?[\w/-]+\.md), "([^"]+)"/g)]
    .filter(([, page = '', heading = '']) => known.has(page) && !headingsOf(page).includes(heading))
    .map(([, page = '', heading = '']) => `${page}, "${heading}"`);
  const sections = [...passage.matchAll(/§/g)]
    .filter(({ index }) => !/\b(?:RFC|ECMA-)\s?\d+,? $/.test(passage.slice(0, index)))
    .map(() => '§ of something other than an RFC');
  const elsewhere = [...passage.matchAll(/\((?:choices|interface|authoring|issue \d+),/g)].map(
    ([found]) => `${found} …): not in this repository`,
  );
  return [...named, ...numbers, ...headings, ...sections, ...elsewhere];
}

const report = (file: string, passages: readonly { line: number; text: string }[]) =>
  passages.flatMap(({ line, text }) => brokenIn(text).map((what) => `${file}:${line}: ${what}`));

describe('what is referred to exists:', () => {
  test('files, headings and decisions in comments', () => {
    expect(sources.flatMap((file) => report(file, commentsIn(textOf(file))))).toEqual([]);
  });

  test('files, headings and decisions in pages', () => {
    expect(pages.flatMap((file) => report(file, paragraphsIn(textOf(file))))).toEqual([]);
  });

  test('targets of links between pages, with their anchors', () => {
    const faults = [...pages, 'CHANGELOG.md'].flatMap((page) =>
      [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
        if (!known.has(file) && !folders.has(file)) return [`${page}: ${target}`];
        const isThere = anchor === undefined || headingsOf(file).map(anchorOf).includes(anchor);
        return isThere ? [] : [`${page}: ${target}`];
      }),
    );
    expect(faults).toEqual([]);
  });
});

describe('configuration names only what exists:', () => {
  const CONFIGURATION = [
    'tsconfig.json',
    'eslint.config.mjs',
    'jest.config.js',
    'package.json',
    '.swcrc',
    '.ci/run',
    '.dependency-cruiser.cjs',
    ...files.filter((file) => /^(?:lint|scripts)\//.test(file)),
  ];

  test.each(CONFIGURATION)('%s', (file) => {
    const paths = textOf(file).matchAll(
      /(?<![\w/.@-])(?:\.{0,2}\/|<rootDir>\/|\^)?((?:src|test|bench|docs|scripts|lint|runtime|examples)\/[\w./-]*)/g,
    );
    const broken = [...paths]
      .map(([, path = '']) => path)
      .filter((path) => !path.includes('/node_modules') && !exists(path.replace(/\.$/, '')));
    expect(broken).toEqual([]);
  });

  test('the folders of the rules of imports, each of which some file matches', () => {
    const Rules = z.object({
      forbidden: z.array(z.object({ name: z.string(), from: z.unknown(), to: z.unknown() })),
    });
    const rules = Rules.parse(createRequire(import.meta.url)('../.dependency-cruiser.cjs'));
    const broken = rules.forbidden.flatMap(({ name, from, to }) =>
      [from, to]
        .flatMap((end) => Object.values(z.record(z.string(), z.unknown()).parse(end ?? {})))
        .flatMap((value) => [value].flat())
        .filter((value) => typeof value === 'string')
        .flatMap((pattern) => pattern.match(/\^src\/[\w./[\]-]+(?:\([^)]*\))?\$?/g) ?? [])
        .filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))
        .map((pattern) => `${name}: ${pattern}`),
    );
    expect(broken).toEqual([]);
  });
});

test('a reference to something that does not exist is found', () => {
  expect(
    brokenIn(
      'See chat/nowhere.ts, ADR 999 and docs/engine-rules.md, "No such heading" (issue 4, §2).',
    ),
  ).toEqual([
    'chat/nowhere.ts',
    'ADR 999',
    'docs/engine-rules.md, "No such heading"',
    '§ of something other than an RFC',
    '(issue 4, …): not in this repository',
  ]);
});

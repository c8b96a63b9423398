import { describe, expect, test } from '@jest/globals';
import { commentsIn, filesOfRepository, paragraphsIn, textOf } from './support/repository.js';

/** Words that this repository does not use for its own parts, and the term of the glossary (ARCHITECTURE.md) to use. */
const WORDS: readonly (readonly [word: RegExp, term: string])[] = [
  [/\bdoors?\b/i, 'transport'],
  [/\bcrews?\b/i, 'thread pool, cluster'],
  [/\brotas?\b/i, 'schedule'],
  [/\bguest ?books?\b/i, 'socket authentication'],
  [/\b(?<!-)part(?:y|ies)\b(?<!third.part(?:y|ies))/i, 'load generator'],
  [/\bin vain\b/i, 'without success'],
  [/\b(?:im)?patien(?:ce|t)\b(?! sorting)/i, 'time-out'],
  [/\bperformers?\b/i, 'effect handler'],
  [/\blook(?:s|ed|ing)? through\b/i, 'scan, search'],
  [/\b(?:an|each|every|this|its|open|the same) asks?\b(?!ed)/i, 'effect, request'],
  [/\bhears?\b/i, 'parse, receive'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'receives, is sent'],
  [/\bpass(?:ed|es)? over\b/i, 'skip'],
  [/\bfor so long\b/i, 'the time, "how long"'],
  [/\bstretch(?:es)?\b/i, 'range, span'],
  [/\banew\b/i, 'again'],
];

/** Names of files and of what they declare: the same words, as parts of a name. */
const NAMES: readonly (readonly [part: RegExp, term: string])[] = [
  [/^(?:door|doors)$/, 'transport'],
  [/^(?:crew|crews|party|parties)$/, 'thread pool, cluster, load generator'],
  [/^(?:rota|rotas)$/, 'schedule'],
  [/^(?:patience|impatience)$/, 'timeouts'],
  [/^(?:performer|performers)$/, 'effect handler'],
  [/^(?:hear|hears|hearing)$/, 'parse, receive'],
  [/^(?:stretch|stretches)$/, 'range, span'],
  [/^(?:world|worlds)$/, 'services'],
];

/**
 * Where a word stands for something else: a bot asks its visitors, a block waits for a message that is stored as `hear`, and a
 * change log tells of earlier versions.
 */
const EXCEPT = new Set(['CHANGELOG.md', 'test/words.test.ts']);

/** Migrations stay as they are: a database compares them with those it has run. */
const SOURCE = /\.(?:tsx?|mjs|cjs|js)$/;
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;
const DECLARED =
  /^export (?:declare |async |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

const files = filesOfRepository().filter((file) => !EXCEPT.has(file));
const sources = files.filter((file) => SOURCE.test(file));
const pages = files.filter((file) => file.endsWith('.md'));

/** Code and quoted text are what somebody else named, or what a program says. */
const withoutCode = (text: string) => text.replace(/`[^`]*`|"[^"]*"|\]\([^)]*\)/g, '');

const faultsIn = (file: string, passages: readonly { line: number; text: string }[]) =>
  passages.flatMap(({ line, text }) =>
    WORDS.flatMap(([word, term]) => {
      const found = word.exec(withoutCode(text))?.[0];
      return found === undefined ? [] : [`${file}:${line}: "${found}" → ${term}`];
    }),
  );

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\W_]+/);
const badName = (name: string) =>
  wordsOf(name).flatMap((part) =>
    NAMES.flatMap(([word, term]) => (word.test(part) ? [term] : [])),
  )[0];

describe('the words of the glossary are used in', () => {
  test('comments', () => {
    expect(sources.flatMap((file) => faultsIn(file, commentsIn(textOf(file))))).toEqual([]);
  });

  test('pages', () => {
    expect(pages.flatMap((file) => faultsIn(file, paragraphsIn(textOf(file))))).toEqual([]);
  });

  test('titles of tests', () => {
    const faults = sources.flatMap((file) => {
      const text = textOf(file);
      const titles = [...text.matchAll(TITLE)];
      return faultsIn(
        file,
        titles.map(({ index, 2: title = '' }) => ({ line: lineOf(text, index), text: title })),
      );
    });
    expect(faults).toEqual([]);
  });

  test('names of files and exports', () => {
    const named = sources.flatMap((file) => {
      const text = textOf(file);
      const exported = [...text.matchAll(DECLARED)].map(({ index, 1: name = '' }) => ({
        at: `${file}:${lineOf(text, index)}`,
        name,
      }));
      return [{ at: file, name: file }, ...exported];
    });
    const faults = named.flatMap(({ at, name }) => {
      const term = badName(name);
      return term === undefined ? [] : [`${at}: ${name} → ${term}`];
    });
    expect(faults).toEqual([]);
  });
});

test('an old word is found with its line and the term to use', () => {
  const source =
    'const a = 1;\n/** Opens the doors\n * of the crew. */\nconst b = 2; // It is told so.\n';
  expect(faultsIn('x.ts', commentsIn(source))).toEqual([
    'x.ts:2: "doors" → transport',
    'x.ts:2: "crew" → thread pool, cluster',
    'x.ts:4: "is told" → receives, is sent',
  ]);
});

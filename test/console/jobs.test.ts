import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** The jobs of docs/guide/console.md by their numbers, under a part of the title of the test that does them in a browser. */
const JOBS: Readonly<Record<string, readonly number[]>> = {
  'signs in by a link, pastes a bot': [1, 4, 15],
  'makes a bot of an example': [2, 5, 6],
  'of five files, one broken': [3],
  'builds a lead form by hand': [7, 11, 12],
  'builds a path by keys alone': [8],
  'a search steps through what it finds': [9, 19],
  'begins an empty bot and adds a question on a phone': [10],
  'renames a variable, mends a problem': [13, 14, 17, 20, 27],
  'changes two blocks together': [16],
  'after errors of the server and of a proxy': [18, 25, 26],
  'made without a network outlast a reload': [25],
  'while a person types, adds and arranges groups': [26],
  'writes a note by keys': [21],
  'decide what becomes of an undo': [24],
  'see at which group the other works': [22],
  'sees where another person works': [23, 39],
  'sees what each turn did': [28, 29, 31],
  'sends the request of a block once': [30],
  'publishes with a name for the version': [32, 33, 34],
  'finds results, exports and erases them': [40],
  'in a table that says when more come': [35, 36, 37],
  'who answers, and gives the chat back': [37, 38],
  'invites another person by a link': [40],
};

test('each job of the guide that is there is done by a test, and no other', () => {
  const guide = readFileSync(new URL('../../docs/guide/console.md', import.meta.url), 'utf8');
  const listed = [...guide.matchAll(/^(\d+)\. (.*)$/gm)]
    .slice(-40)
    .map(([, number, words = '']) => ({ number: Number(number), words }));
  expect(listed.map(({ number }) => number)).toEqual(
    Array.from({ length: 40 }, (_none, at) => at + 1),
  );
  const there = listed.filter(({ words }) => !words.endsWith('*Not there yet.*'));
  const done = [...new Set(Object.values(JOBS).flat())].sort((a, b) => a - b);
  expect(done).toEqual(there.map(({ number }) => number));
});

test('each test that a job names is there', () => {
  const folder = new URL('.', import.meta.url);
  const titles = readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts') && file !== 'jobs.test.ts')
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/\btest\(\s*'(.*)',/g),
    ])
    .map(([, title = '']) => title);
  const missing = Object.keys(JOBS).filter((part) => !titles.some((title) => title.includes(part)));
  expect(missing).toEqual([]);
});

import { describe, expect, test } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chat } from '../support/chat.js';
import { fullLinesOf, linesOfTurn } from '../support/lines.js';
import { readChat } from '../support/readChat.js';

const folder = new URL('../transcripts/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.chat'));

describe('recorded conversations go as they are written', () => {
  test.each(files)('%s', (name) => {
    const { flow, options, messages, isFull, lines } = readChat(
      readFileSync(new URL(name, folder), 'utf8'),
    );
    const turns = chat(flow, messages, options);
    const said = turns.flatMap(isFull ? fullLinesOf : linesOfTurn);
    expect(said.map((line) => line.replaceAll('\n', '\\n'))).toEqual(lines);
  });
});

test('the page beside them names a file for every rule, and every conversation', () => {
  const page = readFileSync(new URL('README.md', folder), 'utf8');
  const named = [...page.matchAll(/`([\w/.-]+\.(?:chat|test\.ts))`/g)].map(([, name]) =>
    String(name),
  );
  const missing = named.filter((name) => !existsSync(new URL(placeOf(name), folder)));
  expect(missing).toEqual([]);
  expect(files.filter((name) => !named.includes(name))).toEqual([]);
});

/** Conversations are in the folder of the page, tests in the folder of tests. */
function placeOf(name: string): string {
  return name.endsWith('.chat') ? name : `../${name}`;
}

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { wordsIn } from '../../packages/chat/src/words.js';

const built = new URL('../../packages/chat/dist/', import.meta.url);

/** The texts of a script and of all its static imports, by address. */
function scriptsOf(file: URL, known = new Map<string, string>()): ReadonlyMap<string, string> {
  if (known.has(file.href)) return known;
  const text = readFileSync(file, 'utf8');
  known.set(file.href, text);
  const imports = text.matchAll(/(?:^|;|})import(?:[\w{},\s$*]+from)?"([^"]+)"/g);
  for (const [, path = ''] of imports) scriptsOf(new URL(path, file), known);
  return known;
}

test('a site that embeds a chat loads 45 kB at most, in few files, before it shows', () => {
  const scripts = [...scriptsOf(new URL('embed.js', built)).values()];
  expect(scripts.length).toBe(3);
  const bytes = scripts.reduce((sum, text) => sum + gzipSync(text).length, 0);
  expect(bytes).toBeLessThan(45_000);
});

test('the chat has all of its words in each of its languages', () => {
  const english = wordsIn(['en']);
  for (const language of ['es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'hi', 'ja']) {
    const words = wordsIn([`${language}-XX`]);
    expect(words.send).not.toBe(english.send);
    expect(Object.entries(words).filter(([, word]) => word === '')).toEqual([]);
    expect(Object.keys(words)).toEqual(Object.keys(english));
  }
});

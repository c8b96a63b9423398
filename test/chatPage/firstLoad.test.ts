import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { loadWords, wordsIn } from '../../packages/chat/src/words.js';
import { defaultTexts } from '../../src/engine/translations/defaultTexts.js';

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

const OTHERS = 'es fr de pt it nl pl cs sv ru uk tr ar he hi id vi ja ko zh'.split(' ');

test('the chat has all of its words in each language in which inputs have their defaults', async () => {
  const english = wordsIn(['en']);
  expect(wordsIn(['xx', 'constructor'])).toEqual(english);
  expect(OTHERS.filter((language) => defaultTexts(language).size > 0)).toEqual(OTHERS);
  for (const language of OTHERS) {
    await loadWords([`${language}-XX`]);
    const words = wordsIn(['xx', `${language}-XX`]);
    expect(words.send).not.toBe(english.send);
    expect(words.retry).not.toBe(english.retry);
    expect(Object.entries(words).filter(([, word]) => word === '')).toEqual([]);
    expect(Object.keys(words)).toEqual(Object.keys(english));
  }
});

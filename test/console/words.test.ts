import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { words as german } from '../../packages/console/src/i18n/de.js';
import { words as spanish } from '../../packages/console/src/i18n/es.js';

const root = new URL('../../packages/console/src/', import.meta.url);

/** The folders all of whose texts are translated. */
const TRANSLATED = ['analytics', 'app', 'bot', 'home', 'inbox', 'results', 'ui'];

const filesIn = (folder: string): [name: string, file: ts.SourceFile][] =>
  readdirSync(new URL(`${folder}/`, root), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.tsx'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(`${folder}/${name}`, root), 'utf8');
      return [`${folder}/${name}`, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)];
    });

/** Texts between tags, and those of attributes that people read. */
function textsOf(node: ts.Node): string[] {
  const here = ts.isJsxText(node) ? node.text : attributeOf(node);
  const below: string[] = [];
  node.forEachChild((child) => void below.push(...textsOf(child)));
  return [...(/\p{L}/u.test(here) ? [here.trim()] : []), ...below];
}

function attributeOf(node: ts.Node): string {
  if (!ts.isJsxAttribute(node)) return '';
  if (!/^(aria-label|label|title|text|placeholder)$/.test(node.name.getText())) return '';
  return node.initializer && ts.isStringLiteral(node.initializer) ? node.initializer.text : '';
}

test('no text of the translated screens is in English alone, but names of keys and of the product', () => {
  const found = TRANSLATED.flatMap(filesIn).flatMap(([name, file]) =>
    textsOf(file).map((text) => `${name}: ${text}`),
  );
  expect(found).toEqual(['app/CommandMenu.tsx: Ctrl K']);
});

test.each([
  ['German', german],
  ['Spanish', spanish],
])('each text in %s has the values of the English one', (_language, words) => {
  const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  const wrong = Object.entries(words).filter(
    ([word, text]) => text === '' || valuesOf(word).join() !== valuesOf(text).join(),
  );
  expect(wrong).toEqual([]);
});

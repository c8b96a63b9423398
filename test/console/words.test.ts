import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import {
  kinds as germanKinds,
  searchWords as germanSearch,
  words as german,
} from '../../packages/console/src/i18n/de.js';
import { texts as germanForms } from '../../packages/console/src/i18n/forms/de.js';
import {
  kinds as spanishKinds,
  searchWords as spanishSearch,
  words as spanish,
} from '../../packages/console/src/i18n/es.js';
import { COMPARISON_OPERATORS } from '../../src/engine/conditions/comparisonOperator.js';
import { fieldsOfKind, KINDS } from '../../src/engine/index.js';
import { describeCredentials } from '../../src/schema/credentialsType.js';
import { examples } from '../../src/examples/exampleBots.js';

const root = new URL('../../packages/console/src/', import.meta.url);

/** What looks like a text: names of keys, and what only code reads. */
const NAMES = new Set([
  '(prefers-color-scheme: dark)',
  '(prefers-reduced-motion: reduce)',
  'Alt+',
  'Bearer …',
  'Control',
  'Delete',
  'Enter',
  'Equal to',
  'Escape',
  'F10',
  'Meta',
  'Mod+',
  'Shift',
  'Shift+',
  'Shift+1',
  'Shift+2',
  'ada@example.com',
  'button, input, select, textarea, a[href]',
  'chat.example.com',
  'chip missing',
  'curl https://waba-v2.360dialog.io/v1/configs/webhook -H "D360-API-KEY: …" -H "Content-Type: application/json" -d \'',
  'de, pt-BR',
  'https://example.com/events',
  'input, select, textarea, [contenteditable]',
  'input, textarea, select, [contenteditable]',
  'not all',
  'parts of a flow',
  'px system-ui, sans-serif',
]);

/** The modules of the console, but for the words. */
const files = readdirSync(root, { encoding: 'utf8', recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n/'))
  .sort()
  .map((name) => {
    const text = readFileSync(new URL(name, root), 'utf8');
    return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  });

/** Texts between tags, those of attributes and members that people read, and others that read like words; not those that `t` translates. */
function textsOf(node: ts.Node): string[] {
  if (isForMachines(node)) return [];
  const here = ts.isJsxText(node) || isRead(node) ? node.text.trim() : '';
  const below: string[] = [];
  for (const child of ts.isCallExpression(node) && node.expression.getText() === 't'
    ? node.arguments.slice(1)
    : node.getChildren())
    below.push(...textsOf(child));
  return [...(/\p{L}/u.test(here) ? [here] : []), ...below];
}

/** Whether nobody reads what is in it: types, names of files and classes, what is compared, faults of the program, and words by their type. */
function isForMachines(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node))
    return true;
  if (ts.isJsxAttribute(node)) return /^(className|style|d|href)$/.test(node.name.getText());
  if (ts.isBinaryExpression(node)) return /^[!=]==$/.test(node.operatorToken.getText());
  if (ts.isVariableDeclaration(node)) return /\bWord\b/.test(node.type?.getText() ?? '');
  return ts.isNewExpression(node) && node.expression.getText() === 'Error';
}

const NAMES_OF_TEXTS = /^(aria-label|label|title|text|words|help|summary|placeholder)$/;

/** Whether people read a string: it is where texts are, or it has several words, or is one with a capital. Markup is code. */
function isRead(node: ts.Node): node is ts.LiteralLikeNode {
  if (!ts.isStringLiteral(node) && !ts.isTemplateLiteralToken(node)) return false;
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return false;
  if (/<\/?\w/.test(node.text)) return false;
  if (/\p{L}{2,}[,:;.]? \p{L}|^\P{L}*\p{Lu}\p{Ll}+\P{L}*$|\p{Ll}\.$/u.test(node.text.trim()))
    return true;
  const place = placeOf(node.parent);
  return ts.isJsxAttribute(place) || ts.isPropertyAssignment(place)
    ? NAMES_OF_TEXTS.test(place.name.getText())
    : ts.isJsxElement(place) || ts.isJsxFragment(place);
}

/** What shows a string: the element, attribute or member around conditions and templates. */
function placeOf(node: ts.Node): ts.Node {
  const isAround =
    ts.isConditionalExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isTemplateSpan(node) ||
    ts.isJsxExpression(node);
  return isAround ? placeOf(node.parent) : node;
}

test('no text of the console is in English alone', () => {
  const found = files.flatMap((file) =>
    textsOf(file)
      .filter((text) => !NAMES.has(text))
      .map((text) => `${file.fileName}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Names of services, which are the same in all languages. */
const SERVICES = new Set([
  ...['Zapier', 'Make.com', 'Pabbly', 'Google Sheets', 'Google Analytics', 'Chatwoot', 'OpenAI'],
  ...['Anthropic', 'Mistral', 'Together AI', 'OpenRouter', 'Groq', 'Perplexity', 'DeepSeek'],
  ...['Cal.com', 'ChatNode', 'Dify', 'ElevenLabs', 'NocoDB', 'Segment', 'PostHog', 'Zendesk'],
  ...['Blink', 'Gmail', 'Zemantic AI', 'Stripe', 'A', 'B'],
]);

/** The operators that a canvas shows as signs. */
const SIGNED = new Set([
  ...['Equal to', 'Not equal', 'Greater than', 'Greater or equal to'],
  ...['Less than', 'Less or equal to'],
]);

const credentials = describeCredentials();
let step = credentials.next();
while (!step.done) step = credentials.next();

test.each([
  ['German', germanKinds],
  ['Spanish', spanishKinds],
])(
  'what a canvas and lists show of kinds, examples and accounts is said in %s, and nothing else',
  (_language, words) => {
    const said = new Set([
      ...KINDS.flatMap(({ label, summary }) => [label, summary]),
      ...examples.flatMap(({ title, text, connectedText = text }) => [title, text, connectedText]),
      ...KINDS.flatMap((kind) => fieldsOfKind(kind).filter(({ isOnCanvas }) => isOnCanvas)).flatMap(
        ({ choices }) => choices.map(({ label }) => label),
      ),
      ...COMPARISON_OPERATORS.filter((operator) => !SIGNED.has(operator)),
      ...step.value.map(({ label }) => label),
    ]);
    expect([...said].filter((text) => !SERVICES.has(text) && !words[text])).toEqual([]);
    expect(Object.keys(words).filter((text) => !said.has(text))).toEqual([]);
  },
);

test.each([
  ['German', germanSearch],
  ['Spanish', spanishSearch],
])('each kind of block is found by other words in %s, too', (_language, words) => {
  const labels = new Set(KINDS.map(({ label }) => label));
  expect(Object.keys(words).filter((label) => !labels.has(label))).toEqual([]);
  expect([...labels].filter((label) => !SERVICES.has(label) && !words[label])).toEqual([]);
});

test('each word is said somewhere', () => {
  const stringsOf = (node: ts.Node): string[] =>
    ts.isStringLiteral(node) ? [node.text] : node.getChildren().flatMap(stringsOf);
  const said = new Set(files.flatMap(stringsOf));
  expect(Object.keys(german).filter((word) => !said.has(word))).toEqual([]);
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

test('what visitors press in a chat is called a Knopf by every text in German', () => {
  const texts = Object.entries({ ...german, ...germanKinds, ...germanForms });
  const others = texts.filter(
    ([text, own]) => /\bbuttons?\b/i.test(text) && !/\bKn[oö]pfe?n?\b/.test(own),
  );
  expect(others).toEqual([]);
});

import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import * as german from '../../packages/console/src/i18n/forms/de.js';
import * as spanish from '../../packages/console/src/i18n/forms/es.js';
import { kinds as germanKinds } from '../../packages/console/src/i18n/kinds/de.js';
import { kinds as spanishKinds } from '../../packages/console/src/i18n/kinds/es.js';
import { type Field, fieldTree } from '../../packages/console/src/blocks/formModel.js';
import { fixInWords, issueInWords } from '../../packages/console/src/blocks/issueWords.js';
import { FIX_TITLES, issueCodes } from '../../src/engine/index.js';
import { describeForms } from '../../src/schema/formDescriptions.js';

/** What is the same in all languages: services, their voices, methods of HTTP and units. */
const NAMES = new Set([
  ...['Google', 'Meta', '360dialog', 'Stripe', 'ID', 'A', 'B', 'px', '%', 's', 'min', 'h'],
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE'],
  ...['Alloy', 'Echo', 'Fable', 'Onyx', 'Nova', 'Shimmer'],
]);

/** The texts that forms show, as forms collect them. */
const shown = new Set<string>();

function show(text: string): string {
  if (text !== '' && !NAMES.has(text)) shown.add(text);
  return text;
}

const described = describeForms();
let step = described.next();
while (!step.done) step = described.next();
const { blockTypes, credentialTypes, themeFields, settingFields } = step.value;
for (const fields of [
  ...[...blockTypes, ...credentialTypes].map((one) => one.fields),
  ...[themeFields, settingFields],
]) {
  // Over GraphQL, what is absent is null.
  fieldTree(fields as unknown as readonly Field[], show);
}
for (const { help } of credentialTypes) show(help);

const languages = [
  ['German', { ...german, kinds: germanKinds }],
  ['Spanish', { ...spanish, kinds: spanishKinds }],
] as const;

test.each(languages)('each text of a form is said in %s', (_language, { texts, kinds }) => {
  expect([...shown].filter((text) => !texts[text] && !kinds[text])).toEqual([]);
});

test.each(languages)(
  'each text of forms in %s belongs to one that a form shows and no canvas does',
  (_language, { texts, kinds }) => {
    expect(Object.keys(texts).filter((text) => !shown.has(text) || kinds[text])).toEqual([]);
  },
);

test.each(languages)(
  'each kind of issue and each fix is said in %s, and nothing else',
  (_language, { issues, fixes }) => {
    expect(Object.keys(issues).sort()).toEqual(Object.keys(issueCodes).sort());
    expect(
      Object.values(issues)
        .flat()
        .filter((text) => !/[^.\s]$/.test(text)),
    ).toEqual([]);
    expect(Object.keys(fixes).sort()).toEqual(Object.values(FIX_TITLES).sort());
    const hasName = (text: string) => text.includes('{name}');
    const lost = Object.entries(fixes).filter(([text, own]) => hasName(text) !== hasName(own));
    expect(lost).toEqual([]);
  },
);

test.each(languages)(
  'code in the help of a form is not translated into %s',
  (_language, { texts }) => {
    const codesOf = (text: string) =>
      text.split('`').filter((part, place) => place % 2 === 1 && !part.includes('{{'));
    const wrong = Object.entries(texts).filter(([text, own]) =>
      codesOf(own).some((code) => !codesOf(text).includes(code)),
    );
    expect(wrong).toEqual([]);
  },
);

test('the help of a field is shown where it says more than its label', () => {
  const field = { path: 'options.url', title: 'Address', control: 'TEXT', choices: [] };
  const helpOf = (help: string) =>
    // Of a field, this is all that its words need.
    fieldTree([{ ...field, help } as unknown as Field])[0]?.field.help;
  expect(helpOf('The address.')).toBe('');
  expect(helpOf('The address of the picture.')).toBe('The address of the picture.');
});

test('an issue is said in German with what it is about, and in English as the server says it', () => {
  const place = 'Group "Start: end", block 1 (text): ';
  const issue = {
    ...({ code: 'NAME_NOT_FOUND', subject: '{{Nmae}}', groupId: 'g', blockId: 'b' } as const),
    message: `${place}A text names a variable that does not exist: … ({{Nmae}}). Correct it.`,
  };
  expect(issueInWords(issue, german.issues)).toBe(
    'Ein Text oder Code nennt eine Variable, die es nicht gibt: Nichts wird dafür eingesetzt ({{Nmae}}). Korrigieren Sie den Namen, oder legen Sie die Variable an.',
  );
  expect(issueInWords(issue, undefined)).toBe(issue.message.slice(place.length));
});

test('a fix is said with the name that it is about, whatever that is', () => {
  expect(fixInWords('Write {{Na$&me}}', german.fixes)).toBe('{{Na$&me}} schreiben');
  expect(fixInWords('Begin with group "A "B""', spanish.fixes)).toBe(
    'Empezar por el grupo «A "B"»',
  );
  expect(fixInWords('Remove the edge', german.fixes)).toBe('Die Verbindung entfernen');
  expect(fixInWords('Something of a newer server', german.fixes)).toBe(
    'Something of a newer server',
  );
  expect(fixInWords('Remove the edge', undefined)).toBe('Remove the edge');
});

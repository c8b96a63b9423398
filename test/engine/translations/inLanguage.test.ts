import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../../src/engine/index.js';
import { fieldsOfType, settingFields } from '../../../src/engine/flow/partFields.js';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import { publicFace } from '../../../src/engine/reply/publicFace.js';
import { defaultTexts } from '../../../src/engine/translations/defaultTexts.js';
import { inLanguage } from '../../../src/engine/translations/inLanguage.js';
import { languageOf } from '../../../src/engine/translations/languageOf.js';
import { chat, newSession, transcript } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';

const german = {
  '/blocks/Start.1/content/richText': { text: 'Hallo <b>{{Name}}</b> &amp; Freunde\nWie geht es?' },
  '/blocks/drinks/items/a~1b/content': { text: 'Tee' },
  '/blocks/drinks/options/labels/button': { text: 'Los' },
  '/settings/general/systemMessages/invalidMessage': { text: 'So nicht.' },
};

const bot = flowOf({
  variables: { Name: 'Ada', Drink: null },
  settings: { general: { systemMessages: { invalidMessage: 'Not like that.' } } },
  translations: { base: 'en', languages: { de: german, 'pt-BR': {} } },
  groups: {
    Start: [
      say('Hello {{Name}}'),
      {
        type: 'choice input',
        id: 'drinks',
        items: [
          { id: 'a/b', content: 'Tea' },
          { id: 'c', content: 'Coffee', value: 'brown' },
          { id: 'd', content: '{{Name}}' },
        ],
        options: { variableId: 'vDrink' },
      },
      say('You chose {{Drink}}.'),
    ],
  },
});

describe('a bot in several languages', () => {
  test('speaks the language that a visitor wants, and keeps answers in its own', () => {
    const [start, again, end] = chat(bot, ['Wasser', 'Tee'], { locale: 'de-AT,en' });
    expect(start?.events).toMatchObject([
      { kind: 'language', language: 'de' },
      { kind: 'message', message: { content: { plainText: 'Hallo Ada & Freunde\nWie geht es?' } } },
      {
        kind: 'input',
        input: {
          items: [
            { id: 'a/b', content: 'Tee', value: 'Tea' },
            { id: 'c', content: 'Coffee', value: 'brown' },
            { id: 'd', content: 'Ada' },
          ],
        },
      },
      { kind: 'turnEnd' },
    ]);
    expect(JSON.stringify(again?.events)).toContain('So nicht.');
    expect(end?.session.stack[0]?.variables.at(-1)?.value).toBe('Tea');
  });

  test('is as it was written for whoever reads its own language or none that it has', () => {
    const plain = flowOf({ groups: { Start: [say('Hello')] } });
    for (const locale of ['en-GB', 'sw', undefined])
      expect(transcript(bot, ['Tea'], { locale })).toContain('bot: You chose Tea.');
    expect(inLanguage(bot, 'en')).toBe(bot);
    expect(inLanguage(plain, 'de')).toBe(plain);
    expect(chat(plain, [], { locale: 'de' })).toEqual(chat(plain));
  });

  test('shows its settings in the language of the chat', () => {
    const { settings } = publicFace(bot, newSession(bot, { locale: 'de' }));
    expect(settings.general?.systemMessages).toMatchObject({
      invalidMessage: 'So nicht.',
      botClosed: 'Dieser Bot ist geschlossen',
    });
  });

  test('translates texts that older editors wrote as HTML or plain text, and shows only safe HTML', () => {
    const contents = [{ html: '<div>Hello <b>{{Name}}</b></div>' }, { plainText: 'Bye' }, {}];
    const text = '<b onclick="x()">Hallo {{Name}}</b><script>x()</script>';
    const place = (number: number) => `/blocks/Start.${number}/content/richText`;
    const texts = {
      [place(1)]: { text },
      [place(2)]: { text: 'Bis <i>bald' },
      [place(3)]: { text },
    };
    const old = flowOf({
      variables: { Name: '<Ada>' },
      translations: { base: 'en', languages: { de: texts } },
      groups: { Start: contents.map((content) => ({ type: 'text', content })) },
    });
    const [start] = chat(old, [], { locale: 'de' });
    const said = start?.events.flatMap((event) => (event.kind === 'message' ? event.message : []));
    expect(said?.map(({ content }) => content)).toMatchObject([
      {
        html: '<div><span class="slate-bold">Hallo </span><span class="slate-bold">&lt;Ada&gt;</span>x()</div>',
      },
      { plainText: 'Bis bald', html: '<div>Bis <span class="slate-italic">bald</span></div>' },
      { html: '' },
    ]);
  });

  test('finds its groups and blocks by the same ids', () => {
    const translated = inLanguage(bot, 'de');
    expect(translated.block('drinks')).toMatchObject({ index: 1, block: { id: 'drinks' } });
    expect(translated.groupTitled('Start')?.blocks[0]).not.toEqual(bot.group('Start')?.blocks[0]);
    expect(translated.group('Start')).toBe(inLanguage(bot, 'de').group('Start'));
    expect(translated.block('none')).toBeUndefined();
  });

  test('changes its language in the middle of a chat', () => {
    const changing = flowOf({
      variables: { Language: null },
      translations: {
        base: 'en',
        languages: { de: { '/blocks/Start.3/content/richText': { text: 'Danke' } } },
      },
      groups: {
        Start: [
          ask('text input', 'Language'),
          { type: 'Set language', options: { language: '{{Language}}' } },
          say('Thanks'),
          { type: 'Set language' },
        ],
      },
    });
    const [, end] = chat(changing, ['de'], { locale: 'en' });
    expect(end?.events).toMatchObject([
      { kind: 'heard' },
      { kind: 'language', language: 'de' },
      { kind: 'message', message: { content: { plainText: 'Danke' } } },
      { kind: 'turnEnd' },
    ]);
    expect(end?.session.locale).toBe('de');
  });

  test('asks in the language in which it is written where authors wrote nothing', () => {
    const french = flowOf({
      translations: { base: 'fr' },
      groups: {
        Start: [{ type: 'email input' }, { type: 'choice input', items: [{ content: 'x' }] }],
      },
    });
    const [, again] = chat(french, ['no']);
    expect(JSON.stringify(again?.events)).toContain('Cet e-mail ne semble pas valide');
    expect(french.group('Start')?.blocks[0]).not.toHaveProperty('options');
    expect(again?.events.find(({ kind }) => kind === 'input')).toMatchObject({
      input: { options: { labels: { button: 'Envoyer', placeholder: 'Écrivez votre e-mail…' } } },
    });
  });

  test('ignores what another product keeps under the same name', () => {
    const definition = { ...bot.definition, translations: ['x'] };
    const foreign = compileFlow('foreign', definition as unknown as typeof bot.definition);
    expect(inLanguage(foreign, 'de')).toBe(foreign);
    const silent = compileFlow('silent', { ...bot.definition, translations: {} });
    expect(inLanguage(silent, 'de')).toBe(silent);
  });

  test('keeps the value of a card as its answer', () => {
    const cards = flowOf({
      variables: { Room: null },
      translations: {
        base: 'en',
        languages: { de: { '/blocks/Start.1/items/r/title': { text: 'Zimmer' } } },
      },
      groups: {
        Start: [
          {
            type: 'cards',
            items: [{ id: 'r', title: 'Room', paths: [{ id: 'p', text: 'Book' }] }],
            options: { variableId: 'vRoom' },
          },
        ],
      },
    });
    const [, end] = chat(cards, ['zimmer'], { locale: 'de' });
    expect(end?.session.stack[0]?.variables[0]?.value).toBe('Room');
  });
});

test('every text that an input has by default is there in 20 other languages', () => {
  const parts = [
    settingFields(),
    ...KINDS.filter(({ family }) => family === 'input').map(({ type }) => fieldsOfType(type)),
  ];
  const fields = parts.flatMap((part) => [...part.values()].flat());
  const usual = fields.flatMap(({ isTranslatable, default: text }) =>
    isTranslatable && typeof text === 'string' ? [text] : [],
  );
  const languages = 'es fr de pt it nl pl cs sv ru uk tr ar he hi id vi ja ko zh'.split(' ');
  expect(languages).toHaveLength(20);
  for (const language of ['en', ...languages]) {
    const texts = defaultTexts(`${language}-XX`);
    expect([language, usual.filter((text) => !texts.get(text)?.trim())]).toEqual([language, []]);
    expect([...texts.values()].join('').includes('undefined')).toBe(false);
    expect(texts.get('{total} files uploaded')).toContain('{total}');
  }
  expect(defaultTexts('sw').size).toBe(0);
});

test.each([
  ['de-AT,en', 'de'],
  ['pt', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['sw, ,de', 'de'],
  ['sw', 'en'],
  ['', 'en'],
])('whoever wants %p gets %p', (locale, language) => {
  const languages = { de: {}, 'pt-BR': {}, 'zh-Hant': {} };
  expect(languageOf({ base: 'en', languages }, locale)).toBe(language);
});

test('a bot that does not say in which language it is has none for whoever wants another', () => {
  expect(languageOf({ languages: { de: {} } }, 'fr')).toBeUndefined();
  expect(languageOf({ languages: { de: {} } }, 'de')).toBe('de');
  expect(languageOf({})).toBeUndefined();
});

test('items that are no list, or no items, stay as they are in every language', () => {
  const translations = { base: 'en', languages: { de: {} } };
  const withItems = (items: unknown) => {
    const { definition } = bot;
    const block = { id: 'b', type: 'choice input', items };
    const groups = [{ ...definition.groups[0], blocks: [block] }];
    const flow = compileFlow('odd', { ...definition, groups, translations } as typeof definition);
    return inLanguage(flow, 'de').block('b')?.block;
  };
  for (const items of ['none', ['no item', 7]]) expect(withItems(items)).toMatchObject({ items });
});

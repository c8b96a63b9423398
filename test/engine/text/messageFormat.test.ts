import { describe, expect, test } from '@jest/globals';
import { chat } from '../../support/chat.js';
import { flowOf, say } from '../../support/flowOf.js';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import { formatMessages, hasBrokenMessage } from '../../../src/engine/text/messageFormat.js';

const values: Readonly<Record<string, string | readonly string[]>> = {
  ...{ One: '1', Two: '2', Five: '5', Much: '1234.5', Day: '2040-05-01', None: '', Word: 'some' },
  ...{ Part: '0.25', List: ['1', '2'], Rooms: '3' },
};

function written(text: string, language = 'en'): string {
  let steps = 0;
  const charge = (taken: number): void => void (steps += taken);
  const valueNamed = (name: string) => values[name] ?? null;
  return formatMessages(text, { language, valueNamed, charge });
}

const mugs = (name: string) => `{{{${name}}}, plural, =0 {no mugs} one {# mug} other {# mugs}}`;

describe('a text with plurals, numbers and days', () => {
  test.each([
    [mugs('One'), 'en', '1 mug'],
    [mugs('Two'), 'en', '2 mugs'],
    [mugs('Much'), 'de', '1.234,5 mugs'],
    [mugs('Word'), 'en', '{{Word}} mugs'],
    [mugs('None'), 'en', '{{None}} mugs'],
    ['{{{Zero}}, plural,=0{none}other{#}}', 'en', '{{Zero}}'],
    ['{{{One}}, plural, =1 {just one} one {#} other {#}}', 'en', 'just one'],
    ['{{{Two}}, plural, two {كوبان} other {# كوب}}', 'ar', 'كوبان'],
    ['{{{Five}}, plural, one {# dom} few {# domy} many {# domów} other {# domu}}', 'pl', '5 domów'],
    [
      '{{{Two}}, plural, one {a} other {{{Word #}} of {{Two}}: #}}',
      'en',
      '{{Word #}} of {{Two}}: 2',
    ],
    ['{{{Two}}, plural, one {a} other {b #}}', 'pl', 'b 2'],
    ['{{{Much}}, number}', 'fr', '1 234,5'],
    ['{{{Much}}, number, ::currency/EUR}', 'de', '1.234,50 €'],
    ['{{{Part}}, number, ::percent}', 'en', '25%'],
    ['{{{Word}}, number} {{{Word}}, date}', 'en', '{{Word}} {{Word}}'],
    ['{{{Day}}, date}', 'en', 'May 1, 2040'],
    ['{{{Day}}, date, full}', 'ja', '2040年5月1日火曜日'],
    ['{{{List}}, number} {{Two}} {{{', 'en', '{{List}} {{Two}} {{{'],
    ['{{{Two}}, plural, one {# mug}}', 'en', '{{{Two}}, plural, one {# mug}}'],
    ['{Two, plural, other {#}}', 'en', '{Two, plural, other {#}}'],
  ])('%j is in %s written as %j', (text, language, expected) => {
    expect(written(text, language).replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(expected);
  });

  test('is broken where a plural has no case for other numbers, or is not closed', () => {
    expect(hasBrokenMessage(mugs('One'))).toBe(false);
    expect(hasBrokenMessage('{{{One}}, plural, one {# mug}}')).toBe(true);
    expect(hasBrokenMessage('{{{One}}, number and more')).toBe(true);
    expect(hasBrokenMessage('{{{One}}}, {{Two}}')).toBe(false);
  });

  test('leaves texts to their slots that only look like numbers and days', () => {
    for (const [value, form] of [
      ['0x1F', 'number'],
      ['2041-02-30', 'date'],
      ['2041-04-31', 'date'],
    ] as const) {
      const around = { language: 'en', valueNamed: () => value, charge: () => undefined };
      expect(formatMessages(`{{{A}}, ${form}}`, around)).toBe('{{A}}');
    }
  });

  test('takes steps for each number that it writes, before it writes them', () => {
    const bot = flowOf({
      variables: { Count: '1e308' },
      groups: { Start: [say(`{{{Count}}, plural, other {${'#'.repeat(100_000)}}}`)] },
      translations: { base: 'en' },
    });
    expect(JSON.stringify(chat(bot, [])).length).toBeLessThan(1_000_000);
    const long = `{{{${'n'.repeat(30_000)}}}, plural, other {${'#'.repeat(30_000)}}}`;
    expect(hasBrokenMessage(long)).toBe(false);
  });

  test('is filled as any text in a flow whose languages cannot be read', () => {
    const bot = flowOf({
      variables: { Count: '2' },
      groups: { Start: [say('{{{Count}}, number} mugs')] },
    });
    // Stored before the server knew languages.
    const translations = { base: 'de_DE' } as never;
    const stored = compileFlow('flow', { ...bot.definition, translations });
    expect(JSON.stringify(chat(stored, []))).toContain('{2, number} mugs');
  });

  test('is read in time, however long it is', () => {
    for (const piece of [
      '{{{a}}, plural, one {',
      '{{{a}}, plural, one {x} ',
      '{{{',
      '{{{a}}, number,',
    ])
      expect(hasBrokenMessage(piece.repeat(20_000))).toBe(piece !== '{{{');
  });
});

const german = `{{{Count}}, plural, one {# Tasse} other {# Tassen}} für {{{Total}}, number, ::currency/EUR}`;

test('a bot writes plurals and numbers in the language of each chat, if it says in which it is written', () => {
  const sketch = {
    variables: { Count: '2', Total: '1234.5' },
    groups: { Start: [say('{{{Count}}, plural, one {# mug} other {# mugs}} for {{Total}} €')] },
  };
  const texts = { '/blocks/Start.1/content/richText': { text: german } };
  const bot = flowOf({ ...sketch, translations: { base: 'en', languages: { de: texts } } });
  const said = (flow: typeof bot, locale?: string) => JSON.stringify(chat(flow, [], { locale }));
  expect(said(bot, 'de').replaceAll('\u00A0', ' ')).toContain('2 Tassen für 1.234,50 €');
  expect(said(bot)).toContain('2 mugs for 1234.5 €');
  // A text without a translation has the plurals and numbers of the language that it is in.
  const greeting = { '/blocks/Start.2/content/richText': { text: 'Hallo' } };
  const untranslated = flowOf({
    variables: { Count: '1', Total: '1234.5' },
    groups: {
      Start: [
        say(
          '{{{Count}}, plural, one {# mug} other {# mugs}}: {{{Total}}, number} {{{A}}, plural, one {#}}',
        ),
        say('Hello'),
      ],
    },
    translations: { base: 'en', languages: { ja: greeting } },
  });
  expect(said(untranslated, 'ja')).toContain('1 mug: 1,234.5 {, plural, one {#}}');
  expect(said(flowOf(sketch))).toContain('{2, plural, one {# mug} other {# mugs}} for 1234.5 €');
});

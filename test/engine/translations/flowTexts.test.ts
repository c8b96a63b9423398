import { describe, expect, test } from '@jest/globals';
import { diffFlows } from '../../../src/engine/index.js';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { pace } from '../../../src/engine/documents/pace.js';
import { translationsSchema } from '../../../src/engine/documents/translations.js';
import type { FlowDefinition } from '../../../src/engine/flow/flow.js';
import { richTextFromHtml } from '../../../src/engine/text/richTextFromHtml.js';
import {
  flowTexts,
  sourceHash,
  type FlowText,
} from '../../../src/engine/translations/flowTexts.js';
import { htmlOfMarkup, markupOf } from '../../../src/engine/translations/markup.js';
import { translatedTexts } from '../../../src/engine/translations/translatedTexts.js';
import { flowOf, say } from '../../support/flowOf.js';
import { fc } from '../../support/properties.js';

const { definition } = flowOf({
  variables: { Name: null },
  settings: { metadata: { title: 'Page' } },
  groups: {
    Start: [
      {
        type: 'text',
        content: {
          richText: richTextFromHtml(
            '<p>Hi {{Name}}, see <a href="https://a.example/?x=1&amp;y=%22">this</a></p>',
          ),
        },
      },
      say('{{Name}}'),
      { type: 'text', content: { richText: 'broken' } },
      {
        type: 'choice input',
        items: [{ id: 'x', content: 'Yes' }, { content: 'No id' }, 'no item'],
        options: { searchInputPlaceholder: 'Never seen' },
      },
      { type: 'rating input', options: { labels: 'none' } },
    ],
  },
});

function textsIn(flow: FlowDefinition): FlowText[] {
  return [...flowTexts(flow, pace())].filter((text) => text !== undefined);
}

function translated(flow: FlowDefinition, language = 'de') {
  return atOnce(translatedTexts(flow, language, () => true));
}

function withGerman(texts: Record<string, object>): FlowDefinition {
  return { ...definition, translations: translationsSchema.parse({ languages: { de: texts } }) };
}

const hello = '/blocks/Start.1/content/richText';

describe('the texts of a flow', () => {
  test('are those that visitors read, named by ids', () => {
    expect(textsIn(definition)).toMatchObject([
      {
        path: hello,
        memberPath: 'content.richText',
        source: 'Hi {{Name}}, see <a href="https://a.example/?x=1&amp;y=%22">this</a>',
        isRichText: true,
        groupId: 'Start',
        blockId: 'Start.1',
      },
      {
        path: '/blocks/Start.4/items/x/content',
        memberPath: 'items[0].content',
        itemId: 'x',
        source: 'Yes',
        title: 'Text on the button',
      },
      {
        path: '/settings/metadata/title',
        memberPath: 'settings.metadata.title',
        source: 'Page',
        blockId: null,
      },
    ]);
  });

  test('are found also where older editors wrote HTML or plain text', () => {
    const html = '<div>Read <b>{{Name}}</b>&#39;s <a href="https://a.example">page</a></div>';
    const texts = [
      { html, plainText: 'x' },
      { richText: [], html: '', plainText: 'a<b\nc' },
    ];
    const old = [...texts, { html: 7 }, { html: '<p></p>' }];
    const { definition: flow } = flowOf({
      groups: { Start: old.map((content) => ({ type: 'text', content })) },
    });
    const [first, second] = ['/blocks/Start.1', '/blocks/Start.2'].map(
      (block) => `${block}/content/richText`,
    );
    expect(textsIn(flow)).toMatchObject([
      { path: first, source: `Read <b>{{Name}}</b>'s <a href="https://a.example">page</a>` },
      { path: second, source: 'a&lt;b\nc' },
    ]);
    const german = { [String(first)]: { text: '<i>{{Name}}</i> <i>lesen</i>' } };
    const translations = translationsSchema.parse({ languages: { de: german } });
    expect(translated({ ...flow, translations })[0]).toMatchObject({
      faults: ['<b> is missing', 'a link is missing'],
    });
  });

  test('keep their names when an item is put before them', () => {
    const { flow } = applyEdits(definition, [
      {
        updateBlock: {
          blockId: 'Start.4',
          patch: {
            items: [
              { id: 'n', content: 'New' },
              { id: 'x', content: 'Yes' },
            ],
          },
        },
      },
    ]);
    expect(textsIn(flow).map(({ path }) => path)).toContain('/blocks/Start.4/items/x/content');
  });

  test('are missing, stale, faulty or translated in another language', () => {
    const flow = withGerman({
      [hello]: { text: 'Hallo', source: 'old' },
      '/blocks/Start.4/items/x/content': { text: 'Ja', source: 'old', state: 'final' },
      '/settings/metadata/title': { text: 'Seite {{Other}}', source: sourceHash('Page') },
    });
    expect(translated(flow)).toMatchObject([
      {
        status: 'FAULTY',
        faults: ['{{Name}} is missing', 'a link is missing'],
        state: 'translated',
      },
      { status: 'STALE', text: 'Ja', state: 'final' },
      { status: 'FAULTY', faults: ['{{Other}} is not in the text that it translates'] },
    ]);
    const plural = { text: '{{{Name}}, plural, one {x}} <a href="https://b.example">da</a>' };
    expect(translated(withGerman({ [hello]: plural }))[0]?.faults).toEqual([
      'a plural, number or date cannot be read',
    ]);
    const good = { text: 'Hallo {{Name}}, <a href="https://b.example">da</a>' };
    expect(
      translated(withGerman({ [hello]: good, '/settings/metadata/title': { text: ' ' } })),
    ).toMatchObject([
      { status: 'TRANSLATED', faults: [] },
      { status: 'MISSING', text: null, state: null },
      { status: 'MISSING' },
    ]);
    expect(translated(flow, '__proto__')).toMatchObject([{ status: 'MISSING' }, {}, {}]);
  });
});

describe('an edit of translations', () => {
  const patch = { base: 'en', languages: { de: { [hello]: { text: 'Hallo' } } } };

  test('is undone to the same flow, member for member', () => {
    const once = applyEdits(definition, [{ setTranslations: { patch } }]);
    expect(once.flow.translations).toEqual(patch);
    expect(JSON.stringify(applyEdits(once.flow, once.inverse).flow)).toBe(
      JSON.stringify(definition),
    );
    const next = { setTranslations: { patch: { languages: { de: { [hello]: null }, fr: {} } } } };
    const twice = applyEdits(once.flow, [next]);
    expect(twice.flow.translations).toEqual({ base: 'en', languages: { de: {}, fr: {} } });
    expect(JSON.stringify(applyEdits(twice.flow, twice.inverse).flow)).toBe(
      JSON.stringify(once.flow),
    );
  });

  test('is listed among the changes, and a renamed variable is renamed in it', () => {
    const named = { languages: { de: { [hello]: { text: 'Hallo {{Name}}' } } } };
    const { flow } = applyEdits(definition, [{ setTranslations: { patch: named } }]);
    expect(atOnce(diffFlows(definition, flow))).toMatchObject([{ kind: 'TRANSLATIONS_CHANGED' }]);
    const renamed = applyEdits(flow, [{ renameVariable: { variableId: 'vName', name: 'Who' } }]);
    expect(JSON.stringify(renamed.flow.translations)).toContain('Hallo {{Who}}');
  });
});

describe('the markup of translations', () => {
  const word = fc.stringMatching(/^[a-z&<>"' ]{0,6}[a-z]$/);
  const leaf = fc.record(
    { text: word, bold: fc.constant(true), italic: fc.constant(true), code: fc.constant(true) },
    { requiredKeys: ['text'] },
  );
  const link = fc.record({ type: fc.constant('a'), url: word, children: fc.tuple(leaf) });
  const line = fc.array(fc.oneof(leaf, link), { minLength: 1, maxLength: 4 });
  const block = fc.oneof(
    fc.record({ type: fc.constantFrom('p', 'h1', 'h3', 'blockquote'), children: line }),
    line.map((children) => ({
      type: 'ul',
      children: [{ type: 'li', children: [{ type: 'lic', children }] }],
    })),
  );

  test('gives back the rich text that it was made of', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
        // Two lists in a row are one.
        const nodes = blocks.filter(
          ({ type }, at) => type !== 'ul' || blocks[at - 1]?.type !== 'ul',
        );
        const markup = markupOf(nodes);
        expect(markupOf(richTextFromHtml(htmlOfMarkup(markup)))).toBe(markup);
      }),
    );
  });

  test('keeps blank lines, line breaks, code and words of older flows', () => {
    const nodes = [
      { text: 'loose' },
      { type: 'p', children: [{ text: 'a\nb', underline: true, strikethrough: true }] },
      { type: 'p', children: [{ text: '' }] },
      { type: 'variable', children: [{ type: 'p', children: [{ text: 'c' }] }] },
      { type: 'code_block', children: [{ type: 'code_line', children: [{ text: 'd' }] }] },
      { type: 'p', children: [{ type: 'a', children: [{ text: 'e' }] }] },
    ];
    expect(markupOf(nodes)).toBe(
      'loose\n<u><s>a<br>b</s></u>\n\nc\n<pre>d<br></pre>\n<a href="">e</a>',
    );
  });
});

const many = (count: number, nameOf: (at: number) => string, value: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), value]));

test.each([
  [{ base: 'EN' }, 'Must be the tag of a language'],
  [{ base: 'not a tag' }, 'Must be the tag of a language'],
  [{ languages: many(51, (at) => `de-x-n${at}`, {}) }, 'Must be at most 50 languages'],
  [{ languages: { de: many(50_001, (at) => `/${at}`, { text: '' }) } }, 'Must be at most 50000'],
])('translations that are wrong or too many are refused', (sent, message) => {
  expect(JSON.stringify(translationsSchema.safeParse(sent).error?.issues)).toContain(message);
});

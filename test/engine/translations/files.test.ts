import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { TRANSLATION_STATES } from '../../../src/engine/documents/translations.js';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import { compileFlow } from '../../../src/engine/flow/flow.js';
import { translationIssues } from '../../../src/engine/issues/translationIssues.js';
import { csvOf, textsOfCsv } from '../../../src/engine/translations/csv.js';
import { sourceHash } from '../../../src/engine/translations/flowTexts.js';
import { sentOfFile, translationEdit } from '../../../src/engine/translations/importTexts.js';
import type { FileText } from '../../../src/engine/translations/translationFile.js';
import { textsOfXliff, xliffOf } from '../../../src/engine/translations/xliff.js';
import { flowOf, say } from '../../support/flowOf.js';
import { fc } from '../../support/properties.js';

const piece = fc.constantFrom(
  ...[
    '{{Name}}',
    '{{= 1 < 2 =}}',
    '<b>',
    '</b>',
    '<a href="https://x.example/?a=1&amp;b">',
    '<br>',
  ],
  ...['&', '&lt;', '<', '>', '"', "'", ',', ';', '\n', '\r\n', '\t', ' ', '  ', '}}', '{{', ']]>'],
  ...['ä', 'שלום', '😀', '\u0001', '\uFFFF', '\uFEFF', '=1+1', 'path', '<!--'],
);
const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 6 }).map((all) => all.join(''));
const full = text.filter((one) => one !== '');
const fileText: fc.Arbitrary<FileText> = fc.oneof(
  fc.record({
    path: fc.webSegment().map((id) => `/blocks/${id}/content`),
    source: text,
    text: full,
    state: fc.constantFrom(...TRANSLATION_STATES),
  }),
  fc.record({
    path: fc.constant('/settings/~1 ü"<&'),
    source: text,
    text: fc.constant(null),
    state: fc.constant(null),
  }),
);
const texts = fc.array(fileText, { maxLength: 5 });
const head = { botId: 'bot_1', base: 'en', language: 'ar' };

test('translations of a long flow are looked up in steps', () => {
  const long = flowOf({ groups: { Start: [say('x'.repeat(300_000)), say('y'.repeat(300_000))] } });
  const steps = [...translationEdit(long.definition, 'de', [])];
  expect(steps.length).toBeGreaterThan(0);
  const translations = { base: 'en', languages: { de: {} } };
  const withGerman = compileFlow('long', { ...long.definition, translations });
  expect([...translationIssues(withGerman)]).toContain(undefined);
});

test('a missing translation of a setting is an issue of no block', () => {
  const { definition } = flowOf({
    settings: { general: { systemMessages: { invalidMessage: 'No.' } } },
    groups: { Start: [] },
  });
  const translations = { base: 'en', languages: { de: {} } };
  const found = [...translationIssues(compileFlow('f', { ...definition, translations }))];
  expect(found.filter(Boolean)).toMatchObject([
    { code: 'TRANSLATION_MISSING', place: undefined, about: 'de: 1 of 1' },
  ]);
});

describe('a file for translators', () => {
  test('in XLIFF comes back to the byte', () => {
    fc.assert(
      fc.property(texts, (sent) => {
        const file = xliffOf(sent, head);
        const { language, texts: read } = atOnce(textsOfXliff(file));
        expect(language).toBe('ar');
        // XLIFF says of a text without a translation that it is at the beginning.
        expect(read).toEqual(sent.map((one) => ({ ...one, state: one.state ?? 'initial' })));
        expect(xliffOf(read, head)).toBe(file);
      }),
    );
  });

  test('in CSV comes back to the byte', () => {
    fc.assert(
      fc.property(texts, (sent) => {
        const file = csvOf(sent);
        const read = atOnce(textsOfCsv(`\uFEFF${file}`));
        expect(read).toEqual(sent);
        expect(csvOf(read)).toBe(file);
      }),
    );
  });

  test('is read as other tools write it', () => {
    const file = `<xliff version="2.1" srcLang="en" trgLang="de"><file id="f"><group id="g">
      <unit id="1" name="/a"><notes><note>ignored</note></notes>
        <originalData><data id="s">&lt;b&gt;</data><data id="e">&lt;/b&gt;</data></originalData>
        <segment state="final"><source>One </source><target>Eins </target></segment>
        <segment state="reviewed"><source>two</source>
          <target><pc id="1" dataRefStart="s" dataRefEnd="e"><mrk id="m"><![CDATA[zwei & drei]]></mrk></pc><pc id="2">!</pc></target></segment>
      </unit><unit id="2"><segment state="odd"><source>no name</source></segment></unit>
      <unit id="3" name="/b"><segment><source>x</source><target/></segment></unit>
      <unit id="4" name="/c"><originalData><data>x</data></originalData></unit></group></file></xliff>`;
    expect(atOnce(textsOfXliff(file)).texts).toEqual([
      { path: '/a', source: 'One two', text: 'Eins <b>zwei & drei</b>!', state: 'reviewed' },
      { path: '/b', source: 'x', text: null, state: 'initial' },
      { path: '/c', source: '', text: null, state: null },
    ]);
    const csv = 'state,note,text,path,source\nfinal,x,Eins,/a,One\nodd,,zwei,/b\n,,,,\n';
    expect(atOnce(textsOfCsv(csv))).toEqual([
      { path: '/a', source: 'One', text: 'Eins', state: 'final' },
      { path: '/b', source: '', text: 'zwei', state: null },
    ]);
  });

  test.each(['', '<a/>', '<xliff version="1.2"/>', '<xliff/>'])(
    'that is no XLIFF 2 is refused: %p',
    (file) => {
      expect(() => atOnce(textsOfXliff(file))).toThrow('Is not a file of XLIFF 2');
    },
  );

  test('that is no CSV of texts is refused', () => {
    expect(() => atOnce(textsOfCsv(''))).toThrow('The first line must name the columns');
    expect(() => atOnce(textsOfCsv('a"b'))).toThrow('a quote in the wrong place');
  });

  test('says "und" of a flow that does not say in which language it is', () => {
    expect(xliffOf([], { ...head, base: undefined })).toContain('srcLang="und"');
  });
});

describe('translations that are stored', () => {
  const { definition } = flowOf({ groups: { Start: [say('Hello'), say('Bye')] } });
  const [hello, bye] = ['/blocks/Start.1/content/richText', '/blocks/Start.2/content/richText'];

  test('remember the text that they translate', () => {
    const sent = sentOfFile([
      { path: hello, source: 'Hello before', text: 'Hallo', state: 'reviewed' },
      { path: bye, source: 'Bye', text: ' ', state: null },
      { path: '/none', source: 'x', text: 'y', state: null },
    ]);
    const { edit, stored, unknown } = atOnce(translationEdit(definition, 'de', sent));
    expect([stored, unknown]).toEqual([1, [1]]);
    const { flow } = applyEdits(definition, [edit]);
    expect(flow.translations?.languages).toEqual({
      de: { [hello]: { text: 'Hallo', state: 'reviewed', source: sourceHash('Hello before') } },
    });
    const again = atOnce(
      translationEdit(flow, 'de', [
        { path: hello, text: 'Hallo!', state: 'translated' },
        { path: bye, text: null },
      ]),
    );
    expect(applyEdits(flow, [again.edit]).flow.translations?.languages).toEqual({
      de: { [hello]: { text: 'Hallo!', source: sourceHash('Hello') } },
    });
  });
});

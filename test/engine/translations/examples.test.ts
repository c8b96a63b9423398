import { expect, test } from '@jest/globals';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import type { FlowDefinition } from '../../../src/engine/flow/flow.js';
import { csvOf, textsOfCsv } from '../../../src/engine/translations/csv.js';
import { sentOfFile, translationEdit } from '../../../src/engine/translations/importTexts.js';
import type { FileText } from '../../../src/engine/translations/translationFile.js';
import { translatedTexts } from '../../../src/engine/translations/translatedTexts.js';
import { textsOfXliff, xliffOf } from '../../../src/engine/translations/xliff.js';
import {
  EXAMPLE_LANGUAGES,
  exampleFlow,
  exampleNames,
  translationsOfExample,
} from '../../support/playExample.js';

const formats: Readonly<
  Record<string, (texts: readonly FileText[], language: string) => readonly FileText[]>
> = {
  CSV: (texts) => atOnce(textsOfCsv(csvOf(texts))),
  XLIFF: (texts, language) =>
    atOnce(textsOfXliff(xliffOf(texts, { botId: 'bot_1', base: 'en', language }))).texts,
};

function textsIn(flow: FlowDefinition, language: string) {
  return atOnce(translatedTexts(flow, language, () => false));
}

test.each(exampleNames)('every text of the example %s is translated', (name) => {
  const translations = translationsOfExample(name);
  const flow = { ...exampleFlow(name).definition, translations };
  expect(Object.keys(translations.languages ?? {})).toEqual(EXAMPLE_LANGUAGES);
  for (const language of EXAMPLE_LANGUAGES)
    expect(textsIn(flow, language).filter(({ status }) => status !== 'TRANSLATED')).toEqual([]);
});

test.each(exampleNames.flatMap((name) => Object.keys(formats).map((format) => [name, format])))(
  'the translations of %s go to translators as %s and back without a changed byte',
  (name, format) => {
    const { definition } = exampleFlow(name);
    const translations = translationsOfExample(name);
    let back: FlowDefinition = { ...definition, translations: { base: 'en' } };
    for (const language of EXAMPLE_LANGUAGES) {
      const texts = textsIn({ ...definition, translations }, language);
      const read = sentOfFile(formats[format]?.(texts, language) ?? []);
      back = applyEdits(back, [atOnce(translationEdit(back, language, read)).edit]).flow;
    }
    expect(JSON.stringify(back)).toBe(JSON.stringify({ ...definition, translations }));
  },
);

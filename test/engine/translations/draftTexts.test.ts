import { expect, test } from '@jest/globals';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import {
  draftBatch,
  draftMessages,
  draftsIn,
} from '../../../src/engine/translations/draftTexts.js';
import { flowOf, say } from '../../support/flowOf.js';

const path = (number: number) => `/blocks/Start.${number}/content/richText`;

function batch(lengths: readonly number[], after?: string) {
  const texts = lengths.map((length) => say('x'.repeat(length)));
  const { definition } = flowOf({ groups: { Start: texts } });
  return atOnce(draftBatch(definition, { language: 'de', after, isDue: () => false }));
}

test('a model is sent as many texts as it answers within a minute, and a longer text alone', () => {
  const sizes = ({ texts, left }: ReturnType<typeof batch>) => [
    ...texts.map(({ source }) => source.length),
    left,
  ];
  expect(sizes(batch([3_000, 3_000, 1]))).toEqual([3_000, 3_000, 1]);
  expect(sizes(batch([9_000, 1]))).toEqual([9_000, 1]);
  expect(sizes(batch([9_000, 1], path(1)))).toEqual([1, 0]);
  expect(sizes(batch([1, 1], '/gone'))).toEqual([1, 1, 0]);
  expect(batch(Array.from({ length: 30 }, () => 1)).texts).toHaveLength(20);
});

test('the language of the texts is sent to a model, where the bot says so', () => {
  const said = (base?: string) => draftMessages([], { base, language: 'de' })[0]?.content;
  expect(said('en')).toContain('of a chatbot from en into de');
  expect(said()).toContain('of a chatbot into de');
});

test('what people translated is not drafted again, unless the text has changed since', () => {
  const { definition } = flowOf({ groups: { Start: ['a', 'b', 'c {{Name}}', 'd'].map(say) } });
  const de = {
    [path(1)]: { text: 'A' },
    [path(2)]: { text: 'B', source: 'old' },
    [path(3)]: { text: 'C' },
  };
  const flow = { ...definition, translations: { base: 'en', languages: { de } } };
  const from = { language: 'de', after: undefined, isDue: () => false };
  const { texts } = atOnce(draftBatch(flow, from));
  expect(texts.map((one) => one.path)).toEqual([path(2), path(4)]);
});

test('the answer of a model is read also where words stand around it', () => {
  const { texts } = batch([1, 2]);
  const read = draftsIn('Sure: {"1": "a", "2": " "} Bye', texts);
  expect(read?.drafts).toEqual([{ path: path(1), source: 'x', text: 'a', state: 'initial' }]);
  expect(read?.refused).toEqual([{ path: path(2), faults: ['The model gave no text'] }]);
  for (const answer of ['', 'no', '{"1": ', '[{"1": "a"}, {}]'])
    expect(draftsIn(answer, texts)).toBeUndefined();
});

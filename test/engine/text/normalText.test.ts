import { expect, test } from '@jest/globals';
import { normalText, stepsToNormalize } from '../../../src/engine/text/normalText.js';
import { fc } from '../../support/properties.js';

const signs = fc.constantFrom(
  'a',
  'e\u0301',
  'é',
  'привет',
  '각',
  '\u0315',
  '\u0301',
  '\u0316',
  '😀',
);

test('texts that people write are converted to the normal form of Unicode', () => {
  const texts = fc.array(signs, { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(normalText(text)).toBe(text.normalize());
    }),
  );
});

test('the order in which marks were typed makes no difference', () => {
  expect(normalText('a\u0315\u0301')).toBe(normalText('a\u0301\u0315'));
});

test('a very long run of marks is divided, so that it can be sorted quickly', () => {
  const runs = normalText('\u0315\u0301'.repeat(500_000)).split('\u034f');
  expect(new Set(runs.map((run) => run.length))).toEqual(new Set([30, 10]));
});

test('a text with very many marks uses up more of the budget of a turn', () => {
  const steps = ['plain', 'привет', 'a\u0315\u0301\u0315\u0301\u0315', null].map((text) =>
    stepsToNormalize(text),
  );
  expect(steps).toEqual([0, 3, 48, 0]);
  expect(stepsToNormalize(['привет', 'привет'])).toBe(6);
});

import { expect, test } from '@jest/globals';
import { inlineFromMarkdown, struckThrough } from '../../../src/engine/text/markdown.js';
import { newBudget } from '../../../src/engine/interpreter/budget.js';
import { plainTextOf } from '../../../src/engine/text/richTextPlain.js';
import { fc } from '../../support/properties.js';

const read = (text: string) => inlineFromMarkdown(text, newBudget());
const struck = { strikethrough: true };

test('text between two signs is struck through, also across other marks', () => {
  expect(read('a ~~b~~ c')).toEqual([{ text: 'a ' }, { text: 'b', ...struck }, { text: ' c' }]);
  expect(read('~~a **b** [c](https://x.y)~~')).toEqual([
    { text: 'a ', ...struck },
    { text: 'b', bold: true, ...struck },
    { text: ' ', ...struck },
    { type: 'a', url: 'https://x.y', children: [{ text: 'c', ...struck }] },
  ]);
  expect(read('**~~a~~** and ~~b~~')).toEqual([
    { text: 'a', bold: true, ...struck },
    { text: ' and ' },
    { text: 'b', ...struck },
  ]);
});

test.each(['a ~~ b', 'a ~~ b ~~ c', '~~a ~~', 'a~~', '~~~~', '~a~'])('%j stays text', (text) => {
  expect(read(text)).toEqual([{ text }]);
});

test('signs inside code strike nothing through', () => {
  expect(read('`~~` a `~~`')).toEqual([
    { text: '~~', code: true },
    { text: ' a ' },
    { text: '~~', code: true },
  ]);
  expect(read('~~`a`~~')).toEqual([{ text: 'a', code: true, ...struck }]);
});

test('a text with an unusual number of signs is one piece', () => {
  const [some, many] = ['~~a'.repeat(1_000), '~~a'.repeat(1_001)];
  expect(read(some)).toHaveLength(1_000);
  expect(read(many)).toEqual([{ text: many }]);
});

test('no letter is ever lost, wherever the signs are', () => {
  const text = fc.array(fc.constantFrom('~~', '~', 'a', ' ', 'b')).map((parts) => parts.join(''));
  const leaf = fc.record({ text, code: fc.boolean() });
  const withoutSigns = (written: string) => written.replaceAll('~', '');
  fc.assert(
    fc.property(fc.array(leaf), (leaves) => {
      const shown = plainTextOf(struckThrough(leaves));
      expect(withoutSigns(shown)).toBe(withoutSigns(plainTextOf(leaves)));
    }),
    { seed: 1 },
  );
});

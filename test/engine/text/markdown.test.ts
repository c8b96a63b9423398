import { expect, test } from '@jest/globals';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { newBudget } from '../../../src/engine/interpreter/budget.js';
import { blocksFromMarkdown, inlineFromMarkdown } from '../../../src/engine/text/markdown.js';
import { childrenOf } from '../../../src/engine/text/richTextNode.js';
import { fc } from '../../support/properties.js';
import { partAt } from '../../support/parts.js';

test('a value without signs of Markdown is not parsed, with the same result as if it were', () => {
  const sign = fc.constantFrom(...'*_~`[]!\\&<\n #>-+=|:./@()1 \t"\u00a0ä'.split(''));
  const text = fc.string({ unit: fc.oneof(sign, fc.string({ unit: 'grapheme', maxLength: 1 })) });
  const extensions = [{ disable: { null: ['htmlFlow', 'htmlText', 'definition'] } }];
  fc.assert(
    fc.property(text, (value) => {
      const [first, second] = blocksFromMarkdown(`b${value}`, newBudget());
      const [read, more] = fromMarkdown(`b${value}`, { extensions }).children;
      if (second || more || first?.type !== 'p' || /[*_~`[\]!\\&<\n]/.test(value)) return;
      expect(childrenOf(first)).toEqual(
        read?.type === 'paragraph' &&
          read.children.map((node) => ({ text: partAt(node, 'value') })),
      );
      expect(inlineFromMarkdown(`b${value}`, newBudget())[0]).toEqual({ text: `b${value}`.trim() });
    }),
  );
});

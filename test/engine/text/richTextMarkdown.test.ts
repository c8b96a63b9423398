import { describe, expect, test } from '@jest/globals';
import { htmlOf } from '../../../src/engine/text/richTextHtml.js';
import { markdownOf } from '../../../src/engine/text/richTextMarkdown.js';
import type { RichTextNode } from '../../../src/engine/text/richTextNode.js';
import { plainTextOf } from '../../../src/engine/text/richTextPlain.js';

const p = (...children: RichTextNode[]): RichTextNode => ({ type: 'p', children });

test('a rich text becomes Markdown, with a line for each paragraph and nothing escaped', () => {
  expect(
    markdownOf([
      p({ text: 'a ' }, { text: 'b', bold: true }, { text: ' * ' }, { text: 'c', italic: true }),
      p({ text: '' }),
      p({ text: 'd', underline: true }, { text: 'e', strikethrough: true, bold: true }),
      p({ text: '', bold: true }, { type: 'a', url: 'https://x.y', children: [{ text: 'f' }] }),
      p({ type: 'a', children: [{ text: 'g', code: true }] }),
      p({ type: 'img', url: 'https://i.j', children: [{ text: 'h' }] }),
      { text: 'bare' },
    ]).split('\n'),
  ).toEqual([
    'a **b** * _c_',
    '',
    '<u>d</u>**~~e~~**',
    '[f](https://x.y)',
    '[`g`]()',
    '![h](https://i.j)',
    'bare',
  ]);
});

test('lists, headings, quotes and code become Markdown too', () => {
  const item = (text: string, ...more: RichTextNode[]): RichTextNode => ({
    type: 'li',
    children: [{ type: 'lic', children: [{ text }] }, ...more],
  });
  expect(
    markdownOf([
      { type: 'h2', children: [{ text: 'Title' }] },
      { type: 'ol', children: [item('one', { type: 'ul', children: [item('in')] }), item('two')] },
      { type: 'blockquote', children: [p({ text: 'q' }), p({ text: 'r' })] },
      { type: 'code_block', children: [{ type: 'code_line', children: [{ text: 'x = 1' }] }] },
      { type: 'hr', children: [{ text: '' }] },
    ]).split('\n'),
  ).toEqual([
    ...['## Title', '1. one', '   - in', '2. two', '> q', '> r', '```', 'x = 1', '```', '---'],
  ]);
});

test('a quote without lines gives no line and no mark', () => {
  const empty = { type: 'blockquote', children: [] };
  const item = { type: 'li', children: [empty, p({ text: 'in' })] };
  expect(markdownOf([empty, { type: 'ul', children: [item] }])).toBe('- in');
});

describe('sixty thousand lines within ninety quotes', () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => p({ text: `${at}` }));
  let nodes: RichTextNode[] = lines;
  for (let level = 0; level < 90; level += 1) nodes = [{ type: 'blockquote', children: nodes }];

  test('become Markdown with a limited number of marks', () => {
    const written = markdownOf(nodes).split('\n');
    expect(written).toHaveLength(60_000);
    expect(written[7]).toBe(`${'> '.repeat(31)}7`);
  });

  test('become plain text and HTML without a copy for each quote', () => {
    expect(plainTextOf(nodes).split('\n')).toHaveLength(60_000);
    expect(htmlOf(nodes)).toContain(`${'<blockquote>'.repeat(90)}<div>0</div><div>1</div>`);
  });
});

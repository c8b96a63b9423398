import { describe, expect, test } from '@jest/globals';
import { returning } from '../../../src/engine/scripts/script.js';
import { resolveRichText } from '../../../src/engine/text/richText.js';
import { childrenOf, type RichTextNode } from '../../../src/engine/text/richTextNode.js';
import { textContent } from '../../../src/engine/reply/textContent.js';
import { viewOf } from '../../support/viewOf.js';

function resolved(nodes: RichTextNode[], X: string | null = null): RichTextNode[] {
  return resolveRichText(nodes, viewOf({ variables: { X } }).context);
}

function value(text: string): Readonly<Record<string, unknown>> {
  return textContent(resolved([{ type: 'p', children: [{ text: '{{X}}' }] }], text));
}

function inline(X: string | null, marks = {}): readonly RichTextNode[] {
  const [paragraph] = resolved([{ type: 'p', children: [{ text: 'is {{X}}.', ...marks }] }], X);
  return paragraph ? childrenOf(paragraph) : [];
}

describe('a value inside a sentence', () => {
  test('becomes part of the sentence and takes its marks', () => {
    expect(inline('**Ada** L', { italic: true })).toEqual([
      { text: 'is ', italic: true },
      { text: 'Ada', bold: true, italic: true },
      { text: ' L', italic: true },
      { text: '.', italic: true },
    ]);
  });

  test('that is empty adds nothing, and a paragraph with nothing else stays as a blank one', () => {
    expect(inline(null)).toEqual([{ text: 'is ' }, { text: '.' }]);
    expect(resolved([{ type: 'lic', children: [{ text: '{{X}}' }] }])).toEqual([
      { type: 'lic', children: [{ text: '' }] },
    ]);
  });

  test('keeps its blank lines, spaces, numbers and signs', () => {
    expect(inline('a\n\nb')).toEqual([
      { text: 'is ' },
      { text: 'a' },
      { text: '\n\n' },
      { text: 'b' },
      { text: '.' },
    ]);
    expect(inline(' 1. ')).toEqual([
      { text: 'is ' },
      { text: ' ' },
      { text: '1.' },
      { text: ' ' },
      { text: '.' },
    ]);
    expect(inline('  ')).toEqual([{ text: 'is ' }, { text: '  ' }, { text: '.' }]);
    expect(inline('# 5')[1]).toEqual({ text: '# 5' });
    expect(inline('<b>x</b>')[1]).toEqual({ text: '<b>x</b>' });
  });

  test('can be a link, but never to a script', () => {
    expect(inline('[a](https://x.y)', { bold: true })[1]).toEqual({
      type: 'a',
      url: 'https://x.y',
      children: [{ text: 'a', bold: true }],
    });
    expect(inline('[a](javascript:alert)')[1]).toEqual({ type: 'a', children: [{ text: 'a' }] });
  });
});

describe('a paragraph that is one value', () => {
  test('becomes the blocks of the value', () => {
    const text =
      '# T\n\na *b* `c`  \nd\n\n\n1. one\n   - two\n\n> q\n\n```\nx\ny\n```\n\n---\n\n![alt](https://i.j) ![](x)';
    expect(
      resolved([{ type: 'p', children: [{ text: '{{X}}', bold: true }] }], text),
    ).toMatchObject([
      { type: 'h1', children: [{ text: 'T', bold: true }] },
      { type: 'p', children: [{ text: '' }] },
      {
        type: 'p',
        children: [
          { text: 'a ' },
          { text: 'b', italic: true },
          { text: ' ' },
          { text: 'c', code: true },
          { text: '\n' },
          { text: 'd' },
        ],
      },
      { type: 'p' },
      { type: 'p' },
      {
        type: 'ol',
        children: [
          {
            type: 'li',
            children: [
              { type: 'lic', children: [{ text: 'one' }] },
              { type: 'ul', children: [{ type: 'li' }] },
            ],
          },
        ],
      },
      { type: 'p' },
      { type: 'blockquote', children: [{ type: 'p' }] },
      { type: 'p' },
      { type: 'code_block', children: [{ children: [{ text: 'x' }] }, { type: 'code_line' }] },
      { type: 'p' },
      { type: 'hr' },
      { type: 'p' },
      {
        type: 'p',
        children: [{ type: 'img', url: 'https://i.j' }, { text: ' ' }, { type: 'img' }],
      },
    ]);
  });

  test('strikes through, also in several blocks, and leaves raw HTML and braces as they are', () => {
    expect(
      resolved([{ type: 'p', children: [{ text: '{{X}}' }] }], '~~old~~ <b>{new}</b> 1 < 2'),
    ).toEqual([
      {
        type: 'p',
        children: [{ text: 'old', strikethrough: true }, { text: ' <b>{new}</b> 1 < 2' }],
      },
    ]);
  });

  test('keeps the marks it was written with', () => {
    expect(
      resolved(
        [{ type: 'p', children: [{ text: '{{X}}', bold: true, italic: true }] }],
        'a\n\n- b',
      ),
    ).toEqual([
      { type: 'p', children: [{ text: 'a', bold: true, italic: true }] },
      { type: 'p', children: [{ text: '', bold: true, italic: true }] },
      {
        type: 'ul',
        children: [
          {
            type: 'li',
            children: [{ type: 'lic', children: [{ text: 'b', bold: true, italic: true }] }],
          },
        ],
      },
    ]);
  });

  test('is removed if the value is empty', () => {
    expect(resolved([{ type: 'p', children: [{ text: '{{X}}' }] }])).toEqual([]);
  });

  test('is HTML and plain text too', () => {
    expect(value('# T\n- a & b\n- **c**\n\n> q\n> r\n\n`x`\n\n    code <\n    more')).toMatchObject(
      {
        html:
          '<h1>T</h1><ul><li>a &amp; b</li><li><span class="slate-bold">c</span></li></ul><div></div>' +
          '<blockquote><div>q<br>r</div></blockquote><div></div>' +
          '<div><span class="slate-code">x</span></div><div></div><pre>code &lt;<br>more<br></pre>',
        plainText: 'T\na & b\nc\n\nq\nr\n\nx\n\ncode <\nmore',
      },
    );
    expect(value('![A "quote"](https://i.j) ---\n\n***')).toMatchObject({
      html: '<div><img src="https://i.j" alt="A &quot;quote&quot;"> ---</div><div></div><hr>',
    });
  });
});

test.each([
  ['is too long', 'a **b** '.repeat(2_000)],
  ['is full of marks', '*a _b '.repeat(600)],
  ['nests too deep', '> '.repeat(60) + 'x'],
])('a value that %s for Markdown stays text', (_why, text) => {
  expect(resolved([{ type: 'p', children: [{ text: '{{X}}' }] }], text)).toEqual([
    { type: 'p', children: [{ text }] },
  ]);
});

describe('a written rich text', () => {
  const link = (url: string) => ({ type: 'a', url, children: [{ text: 'x' }] });

  test('has its links filled in, and loses an address that would run a script because of a value', () => {
    expect(resolved([link('https://x.y/{{X}}')], 'z')).toEqual([link('https://x.y/z')]);
    expect(resolved([link('/here')])).toEqual([link('/here')]);
    expect(childrenOf({ text: 'a leaf has none' })).toEqual([]);
    expect(resolved([link('{{X}}')], 'java\tscript:alert(1)')).toEqual([
      { type: 'a', children: [{ text: 'x' }] },
    ]);
  });

  test('keeps an address that its author wrote, but never has one that runs a script in its HTML', () => {
    const nodes = resolved([link('javascript:open({{X}})')], '1');
    expect(nodes).toEqual([link('javascript:open(1)')]);
    expect(textContent(nodes)).toMatchObject({ html: '<a target="_blank" class="slate-a">x</a>' });
  });

  test('keeps its marks, lists and headings, with values filled in', () => {
    const nodes: RichTextNode[] = [
      { type: 'h1', children: [{ text: '{{X}}' }] },
      {
        type: 'ol',
        children: [
          { type: 'li', children: [{ type: 'lic', children: [{ text: 'is {{X}}' }] }] },
          {
            type: 'li',
            children: [
              { type: 'lic', children: [{ text: '{{X}}', underline: true }] },
              {
                type: 'ul',
                children: [{ type: 'li', children: [{ type: 'lic', children: [link('{{X}}')] }] }],
              },
            ],
          },
        ],
      },
    ];
    expect(textContent(resolved(nodes, 'https://x.y'))).toMatchObject({
      html:
        '<h1>https://x.y</h1><ol><li>is https://x.y</li>' +
        '<li><span class="slate-underline">https://x.y</span>' +
        '<ul><li><a href="https://x.y" target="_blank" class="slate-a">x</a></li></ul></li></ol>',
      plainText: 'https://x.y\nis https://x.y\nhttps://x.y\nx',
    });
  });

  test('has a list value as its JSON, and the result of inline code like any value', () => {
    const { context } = viewOf({ variables: { X: ['a', '*b*'] } });
    expect(resolveRichText([{ type: 'p', children: [{ text: 'is {{X}}' }] }], context)).toEqual([
      {
        type: 'p',
        children: [
          { text: 'is ' },
          { text: '["a","' },
          { text: 'b', italic: true },
          { text: '"]' },
        ],
      },
    ]);
    const known = [{ code: returning('1 + 1'), answer: { ok: true as const, value: '**2**' } }];
    const view = viewOf({}, known);
    expect(
      resolveRichText([{ type: 'p', children: [{ text: 'is {{= 1 + 1 =}}' }] }], view.context),
    ).toEqual([{ type: 'p', children: [{ text: 'is ' }, { text: '2', bold: true }] }]);
  });

  test('of an older flow loses the wrappers around its values, but not the values', () => {
    const p = (...children: RichTextNode[]): RichTextNode => ({ type: 'p', children });
    const inner = p({ text: 'Ada' }, { ...link('{{X}}') });
    expect(
      resolved(
        [
          p({ text: 'Hi ' }, { type: 'inline-variable', children: [inner] }, { text: '!' }),
          { type: 'variable', children: [p({ text: 'one' }), p({ text: '{{X}}' })] },
        ],
        'https://x.y',
      ),
    ).toEqual([
      p({ text: 'Hi ' }, { text: 'Ada' }, link('https://x.y'), { text: '!' }),
      p({ text: 'one' }),
      p({ text: 'https://x.y' }),
    ]);
  });

  test('becomes HTML with plain links only', () => {
    const nodes: RichTextNode[] = [
      {
        type: 'p',
        children: [
          { text: '<i>', italic: true, underline: true },
          { type: 'a', url: 'https://x.y/?a="b"', children: [{ text: "it's" }] },
          { type: 'a', url: 'whatsapp://send', children: [{ text: 'wa' }] },
          { type: 'a', children: [{ text: 'none' }] },
        ],
      },
      { text: 'bare' },
      { type: 'odd', children: [{ text: 'thing' }] },
      { type: 'p', children: [{ text: '' }] },
      { type: 'img', url: 'data:x', children: [{ type: 'a', children: [] }] },
    ];
    expect(textContent(nodes)).toMatchObject({
      html:
        '<div><span class="slate-italic slate-underline">&lt;i&gt;</span>' +
        '<a href="https://x.y/?a=&quot;b&quot;" target="_blank" class="slate-a">it&#39;s</a>' +
        '<a target="_blank" class="slate-a">wa</a><a target="_blank" class="slate-a">none</a></div>' +
        'barething<div></div><img alt="">',
      plainText: "<i>it'swanone\nbare\nthing\n\n",
    });
  });
});

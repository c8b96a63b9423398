import { describe, expect, test } from '@jest/globals';
import { htmlOf } from '../../../src/engine/text/richTextHtml.js';
import { plainTextOf } from '../../../src/engine/text/richTextPlain.js';
import { richTextFromHtml } from '../../../src/engine/text/richTextFromHtml.js';
import { chat } from '../../support/chat.js';
import { flowOf } from '../../support/flowOf.js';

function said(content: object) {
  const flow = flowOf({
    variables: { Name: 'Ada' },
    groups: { Start: [{ type: 'text', content }] },
  });
  return chat(flow).flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'message' ? [event.message.content] : [])),
  );
}

const line = (text: string) => ({ type: 'p', children: [{ text }] });

describe('a text of an older flow', () => {
  test('with only HTML is sent with its values filled in', () => {
    const html =
      '<div>Hello <span class="slate-bold">{{Name}}</span> &amp; all</div><div>Bye</div>';
    expect(said({ html, plainText: 'ignored' })).toEqual([
      {
        type: 'richText',
        richText: [
          {
            type: 'p',
            children: [{ text: 'Hello ' }, { text: 'Ada', bold: true }, { text: ' & all' }],
          },
          line('Bye'),
        ],
        html: '<div>Hello <span class="slate-bold">Ada</span> &amp; all</div><div>Bye</div>',
        plainText: 'Hello Ada & all\nBye',
      },
    ]);
  });

  test('with only plain text is sent line by line', () => {
    const [content] = said({ plainText: 'Hello {{Name}}\n\nBye', richText: [] });
    expect(content).toMatchObject({ plainText: 'Hello Ada\n\nBye' });
    expect(said({})).toEqual([{ type: 'richText', richText: [], html: '', plainText: '' }]);
  });
});

describe('HTML', () => {
  test.each([
    ['no tag at all', [line('no tag at all')]],
    ['<div>a</div><div></div><p>b</p>', [line('a'), line(''), line('b')]],
    ['<div><p>a</p></div>', [line('a')]],
    ['<div>a<p>b</p>c</div>', [line('a'), line('b'), line('c')]],
    ['<div>\n  <p>a</p>\n</div>', [line('a')]],
    [
      '<h2>a</h2><blockquote>b',
      [
        { ...line('a'), type: 'h2' },
        { ...line('b'), type: 'blockquote' },
      ],
    ],
    ['a<br>b', [{ type: 'p', children: [{ text: 'a' }, { text: '\n' }, { text: 'b' }] }]],
    [
      '<b>a</b><u><i>b</i></u>',
      [
        {
          type: 'p',
          children: [
            { text: 'a', bold: true },
            { text: 'b', underline: true, italic: true },
          ],
        },
      ],
    ],
    [
      '<a href="https://a.b/{{x}}">c</a>d',
      [
        {
          type: 'p',
          children: [
            { type: 'a', url: 'https://a.b/{{x}}', children: [{ text: 'c' }] },
            { text: 'd' },
          ],
        },
      ],
    ],
    [
      '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol><li>d</li>',
      [
        { type: 'ul', children: [item('a'), item('b')] },
        { type: 'ol', children: [item('c')] },
        { type: 'ul', children: [item('d')] },
      ],
    ],
  ])('%j is read as rich text', (html, nodes) => {
    expect(richTextFromHtml(html)).toEqual(nodes);
  });

  test('made from a rich text is converted back to the same rich text', () => {
    const html =
      '<div>a <a href="https://b.c" target="_blank" class="slate-a">b</a></div><h1>c</h1>' +
      '<ul><li>d</li></ul><div>e<br>f</div>';
    expect(htmlOf(richTextFromHtml(html))).toBe(html);
  });

  test('nested very deep is read up to a limit', () => {
    const nodes = richTextFromHtml(`a${'<b>'.repeat(200_000)}b${'</i>'.repeat(200_000)}`);
    expect(plainTextOf(nodes)).toBe('a');
  });
});

function item(text: string) {
  return { type: 'li', children: [{ type: 'lic', children: [{ text }] }] };
}

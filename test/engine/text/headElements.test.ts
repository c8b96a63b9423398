import { expect, test } from '@jest/globals';
import { headElements } from '../../../src/engine/text/headElements.js';
import { fc } from '../../support/properties.js';

test.each([
  ['hello <script>a < b; // <!-- x -->\n</script> text', '<script>a < b; // <!-- x -->\n</script>'],
  ['<!-- c --><meta name="x"> <link rel=a/> more', '<meta name="x">\n<link rel=a/>'],
  [
    '<noscript><!-- a --><img src="x"> b<!-- c --></noscript>',
    '<noscript><img src="x"> b</noscript>',
  ],
  ['<p>one<p>two', '<p>one\n<p>two'],
  ['<style>a{}', '<style>a{}'],
  ['<div><b>x</div>y', '<div><b>x</div>'],
  ['<!doctype html><br/>', '<br/>'],
  ['only text &amp; <', ''],
  ['<!-- a -->', ''],
  ['', ''],
])('of %j a page gets %j', (code, elements) => {
  expect(headElements(code)).toBe(elements);
});

test('for any custom head code, the result contains only elements of it', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<br>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    'a',
    '<',
    ' "',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (code) => {
        const elements = headElements(code);
        expect(elements.length).toBeLessThanOrEqual(2 * code.length);
        expect(elements).not.toMatch(/^[^<]/);
      },
    ),
  );
});

test('parsing stops at an element with more than a hundred open tags, because each closing tag is searched among them', () => {
  const deep = '<b>'.repeat(20_000);
  const elements = headElements(`<meta>${deep}</i><script>late()</script>`);
  expect(elements).toBe('<meta>');
});

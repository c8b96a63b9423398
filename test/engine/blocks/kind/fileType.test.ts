import { expect, test } from '@jest/globals';
import { isAllowedFile } from '../../../../src/engine/blocks/kind/fileType.js';

test.each<[string, string[] | undefined, boolean]>([
  ['https://x.io/a.png', undefined, true],
  ['https://x.io/a.png', [], true],
  ['https://x.io/a.PNG?x=.pdf#.pdf', ['.png'], true],
  ['https://x.io/a.png', ['png'], true],
  ['https://x.io/a.png', ['image/*'], true],
  ['https://x.io/a.jpeg', ['image/jpeg'], true],
  ['https://x.io/a.png', ['image/jpeg'], false],
  ['https://x.io/a.png', ['*/*'], true],
  ['https://x.io/a.docx', ['.pdf', ' Image/* '], false],
  ['https://x.io/noending', ['*/*', 'image/*', ''], false],
  ['https://x.io/a.unheardof', ['image/*'], false],
])('%s among %j is allowed: %s', (url, types, isAllowed) => {
  expect(isAllowedFile(url, types)).toBe(isAllowed);
});

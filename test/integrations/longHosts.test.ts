import { expect, test } from '@jest/globals';
import { promptOf } from '../../src/integrations/models/completeChat.js';
import { readUrl } from '../../src/schema/webUrl.js';

/** Writing such a host in ASCII takes seconds, which grow with the square of its length. */
const host = `a${'\u0301'.repeat(1_500)}${'\u0316'.repeat(1_500)}.com`;

test('a visitor whose picture is at a host that no DNS knows sends its address as text', () => {
  const content = `https://${host}/a.png https://example.com/b.png`;
  const [message] = promptOf([{ role: 'user', content }], true);
  expect(message?.content).toEqual([
    { type: 'text', text: content },
    { type: 'file', mediaType: 'image/*', data: new URL('https://example.com/b.png') },
  ]);
});

test('an address that a caller sends is not read where it is too long for one', () => {
  expect([readUrl('https://example.com')?.host, readUrl(`https://${host}`)]).toEqual([
    'example.com',
    undefined,
  ]);
});

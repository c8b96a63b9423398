import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

function redirect(options: object | undefined): string[] {
  return transcript(
    flowOf({
      variables: { Url: 'https://a.b/c', Bad: ' JavaScript:alert(1)' },
      groups: { Start: [{ type: 'Redirect', ...(options && { options }) }] },
    }),
  );
}

describe('a redirect', () => {
  test.each([
    ['https://x.y', 'https://x.y'],
    ['x.y/z', 'https://x.y/z'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['tel:123', 'tel:123'],
    ['sms:123', 'sms:123'],
    ['{{Url}}?a=1', 'https://a.b/c?a=1'],
  ])('to %s sends the client to %s', (url, whole) => {
    expect(redirect({ url })).toEqual([`! redirect {"url":"${whole}"}`]);
  });

  test('can open a new tab', () => {
    expect(redirect({ url: 'x.y', isNewTab: true })).toEqual([
      '! redirect {"url":"https://x.y","isNewTab":true}',
    ]);
  });

  test('without an address does nothing', () => {
    expect(redirect(undefined)).toEqual([]);
    expect(redirect({ url: '{{Nobody}}' })).toEqual([]);
  });

  test('never runs a script', () => {
    expect(redirect({ url: '{{Bad}}' })).toEqual([
      'log: error: Redirect Start.1 was left out: its address would run a script',
    ]);
  });
});

import { expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

test('an image shows an address with its variables filled in; without content it is passed over', () => {
  const content = {
    url: 'https://example.com/{{Name}}.png',
    clickLink: { url: '{{Nobody}}', alt: 'A' },
  };
  const flow = flowOf({
    variables: { Name: 'ada' },
    groups: { Start: [{ type: 'image', content }, { type: 'image' }] },
  });
  expect(transcript(flow)).toEqual([
    'bot: [image] {"url":"https://example.com/ada.png","clickLink":{"url":"","alt":"A"}}',
  ]);
});

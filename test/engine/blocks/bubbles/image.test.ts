import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

describe('an image', () => {
  test('shows an address with its variables filled in; without content it is skipped', () => {
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

  test('never links where a value would run a script', () => {
    const shown = (url: string | undefined) =>
      transcript(
        flowOf({
          variables: { Link: 'javascript:alert(1)' },
          groups: { Start: [{ type: 'image', content: { clickLink: { url } } }] },
        }),
      );
    expect(shown('{{Link}}')).toEqual(['bot: [image] {"clickLink":{}}']);
    expect(shown(undefined)).toEqual(['bot: [image] {"clickLink":{}}']);
    expect(shown('https://x.y')).toEqual(['bot: [image] {"clickLink":{"url":"https://x.y"}}']);
  });
});

import { expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

test('an audio has an address with its variables filled in; without content it is skipped', () => {
  const content = { url: 'https://example.com/{{Name}}.mp3', isAutoplayEnabled: false };
  const flow = flowOf({
    variables: { Name: 'ada' },
    groups: { Start: [{ type: 'audio', content }, { type: 'audio' }] },
  });
  expect(transcript(flow)).toEqual([
    'bot: [audio] {"url":"https://example.com/ada.mp3","isAutoplayEnabled":false}',
  ]);
});

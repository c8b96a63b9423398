import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { reported } from '../../../support/valueAfter.js';

const options = { variableId: 'vX', type: 'Device type' };
const flow = flowOf({
  variables: { X: null },
  groups: { Start: [{ type: 'Set variable', options }, say('On a {{X}}.')] },
});

describe('the type of the device', () => {
  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/129.0 Safari/537.36', 0, 'desktop'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 0, 'desktop'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 5, 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Mobile/15E148', 5, 'tablet'],
    ['Mozilla/5.0 (Linux; Android 13; SM-X900) Chrome/129.0 Safari/537.36', 5, 'tablet'],
    ['Mozilla/5.0 (Linux; Android 13; Pixel 7) Chrome/129.0 Mobile Safari/537.36', 5, 'mobile'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 5, 'mobile'],
  ])('of %s with %i touch points', (userAgent, maxTouchPoints, type) => {
    expect(reported(chat(flow)[0], { navigator: { userAgent, maxTouchPoints } })).toBe(type);
  });

  test('is what the client reports, and the chat waits for it', () => {
    const [asked = '', ...said] = transcript(flow, ['tablet']);
    expect(asked).toMatch(/^! setVariable .+ and waits$/);
    expect(said).toEqual(['bot: On a tablet.']);
  });
});

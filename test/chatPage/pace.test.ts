import { expect, test } from '@jest/globals';
import { pauseBetween, typingTimeOf } from '../../packages/chat/src/chat/typing.js';
import type { Settings } from '../../packages/chat/src/theme/shapes.js';

const twelve = 'One two three, four five six: seven eight nine. Ten eleven twelve!';
const text = (plainText: string) => ({ id: 'm', type: 'text', content: { plainText } }) as const;

/** How long the bot types a message after its first one, in milliseconds. */
const typing = (typingEmulation: Settings['typingEmulation'], said = twelve) =>
  typingTimeOf(text(said), { ...(typingEmulation && { typingEmulation }) }, false);

test('a bot types as fast as its settings say, and no longer than they allow', () => {
  expect(typing(undefined)).toBe(1_800);
  expect(typing({ speed: 120 })).toBe(3_000);
  expect(typing({ speed: 120, maxDelay: 10 })).toBe(6_000);
  expect(typing({ speed: 1_200, maxDelay: 0.5 })).toBe(500);
  // In a text without spaces, characters count.
  expect(typing({ speed: 600 }, '👍👍')).toBe(400);
  expect(typing({ enabled: false })).toBe(0);
  const older = { general: { isTypingEmulationEnabled: false } };
  expect(typingTimeOf(text(twelve), older, false)).toBe(0);
});

test('a bot says its first message at once, unless its settings say otherwise, and shows pictures at once', () => {
  const slow = { typingEmulation: { isDisabledOnFirstMessage: false } };
  expect(typingTimeOf(text(twelve), {}, true)).toBe(0);
  expect(typingTimeOf(text(twelve), slow, true)).toBe(1_800);
  expect(typingTimeOf({ id: 'm', type: 'image', content: { url: 'x' } }, {}, false)).toBe(0);
});

test('a bot pauses between its messages as its settings say', () => {
  expect(pauseBetween({})).toBe(0);
  expect(pauseBetween({ typingEmulation: { delayBetweenBubbles: 1.5 } })).toBe(1_500);
});

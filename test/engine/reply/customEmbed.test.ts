import { expect, test } from '@jest/globals';
import { customEmbed } from '../../../src/engine/reply/customEmbed.js';
import { viewOf } from '../../support/viewOf.js';

test('a custom embed is a message of its own, with a fresh id', () => {
  const embed = {
    url: 'https://example.com',
    initFunction: { args: { link: 'ada/30min' }, content: 'botElement.append(link);' },
    waitForEventFunction: { args: {}, content: 'continueFlow("booked");' },
  };
  const { context } = viewOf();
  const [one, other] = [customEmbed(embed, context), customEmbed(embed, context)];
  expect(one).toEqual({ id: expect.any(String), type: 'custom-embed', content: embed });
  expect(other.id).not.toBe(one.id);
});

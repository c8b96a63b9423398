import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { ask, flowOf } from '../../../support/flowOf.js';

const flow = flowOf({
  variables: { Email: null },
  groups: { Start: [ask('email input', 'Email')] },
});

describe('an email input', () => {
  test.each(['Ada@Example.com', 'a.b+c@mail.example.org', '"a b"@x.io', 'a@[127.0.0.1]'])(
    'takes %s in small letters',
    (address) => {
      const [, turn] = chat(flow, [address]);
      expect(turn?.session.stack[0]?.variables[0]?.value).toBe(address.toLowerCase());
    },
  );

  test.each(['', 'ada', 'a@b', ' a@b.co', 'a b@c.de', 'a..b@c.de', 'a@b.c', 'a@-.1'])(
    'refuses %j with its own words',
    (address) => {
      expect(transcript(flow, [address])).toContain(
        "bot: This email doesn't seem to be valid. Can you type it again?",
      );
    },
  );

  test('asks again with the retry message of the bot', () => {
    const own = flowOf({
      variables: { Name: 'Ada' },
      groups: {
        Start: [ask('email input', undefined, { retryMessageContent: 'Sorry {{Name}}?' })],
      },
    });
    expect(transcript(own, ['no'])).toContain('bot: Sorry Ada?');
  });

  test('asks again with the default retry message if its own is empty', () => {
    const own = flowOf({
      groups: { Start: [ask('email input', undefined, { retryMessageContent: '' })] },
    });
    expect(transcript(own, ['no'])[2]).toContain('valid');
  });

  test('rejects a message without text', () => {
    expect(transcript(flow, [null])).toHaveLength(3);
  });
});

import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';

const flow = flowOf({
  variables: { Site: null },
  groups: { Start: [ask('url input', 'Site'), say('{{Site}}')] },
});

describe('a URL input', () => {
  test.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'example.com',
    'EXAMPLE.com:8080',
    '1.2.3.4',
    'https://user:secret@example.com',
    'example.com/@me',
  ])('takes %s as it was typed', (address) => {
    const [, turn] = chat(flow, [address]);
    expect(turn?.session.stack[0]?.variables[0]?.value).toBe(address);
  });

  test.each([
    '',
    'user@example.com',
    'mailto:user@example.com',
    'http://localhost:3000',
    'ftp://example.com',
    'javascript:alert(1)',
    'foo',
    'a.b',
    'a b.com',
    'example.com ',
  ])('refuses %j with the general words', (address) => {
    expect(transcript(flow, [address])[2]).toBe('bot: Invalid message. Please, try again.');
  });

  test('refuses an address that is longer than browsers open', () => {
    const address = `https://example.com/${'a'.repeat(2_100)}`;
    expect(transcript(flow, [address])[2]).toBe('bot: Invalid message. Please, try again.');
  });

  test('asks again with the retry message of the block, with variables filled in', () => {
    const own = flowOf({
      variables: { Name: 'Ada' },
      groups: { Start: [ask('url input', undefined, { retryMessageContent: 'No, {{Name}}.' })] },
    });
    expect(transcript(own, ['no'])).toContain('bot: No, Ada.');
  });

  test('needs no options, and rejects an empty answer', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'url input' }] } });
    expect(transcript(bare, [null])).toHaveLength(3);
  });
});

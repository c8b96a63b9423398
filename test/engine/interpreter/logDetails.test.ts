import { describe, expect, test } from '@jest/globals';
import { detailsOf, logEvent, withoutDetails } from '../../../src/engine/interpreter/logDetails.js';
import { maskSecrets } from '../../../src/engine/integrations/http/maskSecrets.js';
import { fc } from '../../support/properties.js';

const kept = (details: unknown, isPreview = true): unknown =>
  detailsOf(logEvent({ status: 'error', description: 'It failed', details }, isPreview));

describe('a secret in the details of a log', () => {
  test.each([
    ['Authorization: Bearer abc.def-123', 'Authorization: ***'],
    ['sent with Basic YWRhOnNlY3JldA==', 'sent with Basic ***'],
    ['{"access_token":"a b c","ok":true}', '{"access_token":"***","ok":true}'],
    [String.raw`{\"apiKey\":\"abc\",\"n\":1}`, String.raw`{\"apiKey\":\"***\",\"n\":1}`],
    ["{'client-secret': 'abc'}", "{'client-secret': '***'}"],
    ['password=hunter2&user=ada', 'password=***&user=ada'],
    ['Set-Cookie: sid=1; Path=/', 'Set-Cookie: ***'],
    ['Incorrect key: sk-proj-abcdefghijklmnop', 'Incorrect key: sk-***'],
    ['postgres://ada:hunter2@db.example.com/x', 'postgres://***@db.example.com/x'],
    [
      'https://api.example.com/bot123456789:AAbbCCddEEff/send?token=abc',
      'https://api.example.com/***/send?token=***',
    ],
    [
      'https://example.com/x?a=1&key=abcdef12&sig=a%2Fb+cdef',
      'https://example.com/x?a=1&key=***&sig=***',
    ],
    ['https://example.com/x?appid=0123456789', 'https://example.com/x?appid=***'],
    ['x-functions-key: abc', 'x-functions-key: ***'],
    [
      String.raw`{\"pass\":\"abc\",\"auth\": \"x\"}`,
      String.raw`{\"pass\":\"***\",\"auth\": \"***\"}`,
    ],
    ['{"author":"Ada","compass":"north","pass":3}', '{"author":"Ada","compass":"north","pass":3}'],
    ['https://example.com/x?key=1&monkey=abcdefgh', 'https://example.com/x?key=1&monkey=abcdefgh'],
    ['Auth: failed, all tests pass: yes', 'Auth: failed, all tests pass: yes'],
    ['https://example.com/people/42', 'https://example.com/people/42'],
    ['The token has expired', 'The token has expired'],
    ['Not found', 'Not found'],
  ])('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });

  test('is masked wherever it is', () => {
    const details = { statusCode: 401, list: ['token=abc', 1, null], inner: { url: 'x?key=1' } };
    expect(kept({ ...details, response: 'password: abc' })).toEqual({
      statusCode: 401,
      list: ['token=***', 1, null],
      inner: { url: 'x?key=1' },
      response: 'password: ***',
    });
  });
});

test('in the details of a log, texts and lists with a name like a secret are masked whole', () => {
  const usage = { total_tokens: 45, token: 7, author: 'Ada' };
  expect(
    kept({
      request: {
        headers: { Authorization: 'abc', 'x-api-key': 'abc', 'Set-Cookie': ['a=b', 'c=d'] },
        body: { password: 'hunter2', 'client-secret': 'abc', access_token: 'abc', apiKey: 'abc' },
        credentials: { user: 'ada', of: [{ pin: '1' }] },
      },
      ...usage,
    }),
  ).toEqual({
    request: {
      headers: { Authorization: '***', 'x-api-key': '***', 'Set-Cookie': ['***', '***'] },
      body: { password: '***', 'client-secret': '***', access_token: '***', apiKey: '***' },
      credentials: { user: '***', of: [{ pin: '***' }] },
    },
    ...usage,
  });
});

test('the details of a log have at most 1 000 characters, as JSON or as text', () => {
  const lengthOf = (details: unknown) =>
    (typeof details === 'string' ? details : JSON.stringify(details)).length;
  fc.assert(
    fc.property(fc.string({ maxLength: 3_000 }), fc.jsonValue(), (text, value) => {
      expect(lengthOf(kept({ text, value }))).toBeLessThanOrEqual(1_000);
      expect(lengthOf(kept(text))).toBeLessThanOrEqual(1_000);
    }),
  );
  expect(kept('x'.repeat(2_000))).toBe('x'.repeat(1_000));
});

test('in a live chat the details of a log are stored, and watchers get the log without them', () => {
  const log = { status: 'error', description: 'It failed' } as const;
  const live = logEvent({ ...log, details: 'why' }, false);
  expect(live).toEqual({ kind: 'log', log, details: 'why' });
  expect(withoutDetails(live)).toEqual({ kind: 'log', log });
  expect(logEvent({ ...log, details: 'why' }, true)).toEqual({
    kind: 'log',
    log: { ...log, details: 'why' },
  });
});

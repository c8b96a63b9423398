import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import type { OutsideEffect } from '../../../src/engine/index.js';
import {
  type Around,
  CLIENT,
  errorOf,
  performed,
  REFRESH_TOKEN,
  refusal,
  send,
  useGoogle,
} from '../../support/googleServer.js';

const google = useGoogle();

const tokens = { accessToken: '', refreshToken: REFRESH_TOKEN, expiryDate: 1 };
const gmail = (options: object = {}): OutsideEffect => ({
  ...{ kind: 'forge', type: 'gmail', action: 'Send email', credentialsId: 'c' },
  options: { to: 'ada@example.com', subject: 'Hello', body: 'Hi', ...options },
});
const sheets: OutsideEffect = {
  ...{ kind: 'sheets', credentialsId: 'c', spreadsheetId: 'doc', sheetId: '7' },
  task: { action: 'get', columns: ['Name'], rows: 'All', chance: 0 },
};

const services: readonly [string, OutsideEffect, Around][] = [
  ['Google Sheets', sheets, { type: 'google sheets' }],
  ['Gmail', gmail(), { type: 'gmail', data: { credentials: tokens, customClient: CLIENT } }],
];

const faults: readonly [string, (response: ServerResponse) => void, string][] = [
  [
    'refuses',
    (response) => send(response, 403, refusal('No')),
    '(403, the account may not do that)',
  ],
  [
    'has enough',
    (response) => send(response, 429, refusal('Quota')),
    '(429, too many requests now)',
  ],
  ['breaks', (response) => send(response, 500, 'oh'), 'Google refused it (500)'],
  ['answers no JSON', (response) => void response.end('<html>'), 'something else than JSON'],
  ['answers another shape', (response) => send(response, 200, { a: 1 }), 'something else than the'],
  ['breaks off', (response) => void response.destroy(), 'could not be reached or broke off'],
  [
    'breaks off within',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"valueRanges"');
      setImmediate(() => response.destroy());
    },
    'Google did not answer',
  ],
];

describe.each(services)('%s', (_service, effect, around) => {
  test.each(faults)(
    'that %s leaves a reason, and gets one request',
    async (_what, fault, reason) => {
      google.next.push(fault);
      expect(errorOf(await performed(google, effect, around))).toContain(reason);
      expect(google.calls).toHaveLength(1);
    },
  );

  test('that does not answer is given up after a time', async () => {
    google.next.push(() => undefined);
    const result = await performed(google, effect, { ...around, within: 2_000 });
    expect(errorOf(result)).toContain('Google did not answer');
  });

  test('gets no more requests once nobody waits for the chat', async () => {
    const abandoned = new AbortController();
    google.next.push(() => abandoned.abort());
    const origin = { abandoned: abandoned.signal };
    const result = await performed(google, effect, { ...around, origin });
    expect(errorOf(result)).toBe('Google did not answer: the request was stopped');
  });

  test('does not reveal its secrets in a reason', async () => {
    const said = `token-1 ${CLIENT.secret}`;
    google.next.push((response) => send(response, 400, refusal(said)));
    const error = errorOf(await performed(google, effect, around));
    expect(error).not.toContain('token-1');
    expect(error).not.toContain(REFRESH_TOKEN);
  });
});

test.each([
  ['subject', { subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nBuy now' }],
  ['name of who gets answers', { replyTo: 'X"\r\nBcc: v@example.com <us@example.com>' }],
  ['name of who sends it', { from: 'X\r\nBcc: v@example.com <us@example.com>' }],
])('no %s of an e-mail of Gmail writes a header', async (_what, options) => {
  const [, , around] = services[1] ?? [];
  expect(await performed(google, gmail(options), around ?? {})).toMatchObject({ ok: true });
  const [head = ''] = google.mails[0]?.split('\r\n\r\n') ?? [];
  expect(head).not.toMatch(/^(Bcc|Buy)/im);
});

test('an e-mail of Gmail that was sent counts as sent where Google refuses its label', async () => {
  const [, , around] = services[1] ?? [];
  const label = { id: 'Label_1', name: 'Sent by bot' };
  google.next.push(
    (response) => send(response, 200, { labels: [label] }),
    (response) => send(response, 200, { id: 'm1', threadId: 't1' }),
    (response) => send(response, 403, refusal('No')),
  );
  const result = await performed(google, gmail({ label: label.name }), around ?? {});
  expect(result).toEqual({
    ok: true,
    value: { 'Thread ID': 't1' },
    printed: [expect.stringContaining('sent without its label: Google refused it (403')],
  });
});

test.each(['a@example.com, b@example.com\r\nBcc: c@example.com', 'a b@example.com', '<x>'])(
  'an e-mail of Gmail to %j goes to nobody',
  async (to) => {
    const [, , around] = services[1] ?? [];
    const error = errorOf(await performed(google, gmail({ to }), around ?? {}));
    expect(error).toContain('is not an e-mail address');
    expect(google.mails).toEqual([]);
  },
);

describe('a Gmail block', () => {
  const data = {
    customClient: CLIENT,
    credentials: { accessToken: 'old', refreshToken: REFRESH_TOKEN, expiryDate: 1 },
  };
  const sent = (options: object, around: Around = {}) =>
    performed(
      google,
      {
        ...{ kind: 'forge', type: 'gmail', action: 'Send email', credentialsId: 'c' },
        options: { to: 'ada@example.com', subject: 'Hello', body: 'Grüße', ...options },
      },
      { type: 'gmail', data, ...around },
    );

  test('sends an e-mail, labels it, and gives its thread', async () => {
    const saved: unknown[] = [];
    const options = { replyTo: 'us@example.com', label: 'Sent by bot', threadId: 'thread-9' };
    const result = await sent(options, { saved, ports: { googleClient: undefined } });
    expect(result).toEqual({ ok: true, value: { 'Thread ID': 'thread-9' } });
    expect(google.mails[0]).toMatch(/^To: ada@example\.com\r$/m);
    expect(google.mails[0]).toMatch(/^Message-ID: <abc@/m);
    expect(google.mails[0]).toContain('Gr=C3=BC');
    expect(google.calls.at(-1)).toMatchObject({ body: { addLabelIds: ['Label_1'] } });
    expect(saved).toEqual([
      {
        customClient: CLIENT,
        credentials: {
          accessToken: 'token-1',
          refreshToken: REFRESH_TOKEN,
          expiryDate: expect.any(Number),
        },
      },
    ]);
  });

  test('attaches files of its chat, and says what it did not attach', async () => {
    const own = 'https://chat.example.com/files/fil_1.txt';
    const read = async () => Readable.from([Buffer.from('Hello file')]);
    const file = { name: 'cv.txt', type: 'text/plain', bytes: 10, read };
    const findFile: EffectOrigin['findFile'] = async (address) =>
      address === own ? file : undefined;
    const attachments = `${own}, https://elsewhere.example.com/x.pdf`;
    expect(await sent({ attachments }, { origin: { findFile } })).toMatchObject({
      ok: true,
      printed: [
        'not attached, because it is not a file of this chat: https://elsewhere.example.com/x.pdf',
      ],
    });
    expect(google.mails[0]).toContain(Buffer.from('Hello file').toString('base64'));
    expect(google.mails[0]).toMatch(/filename=cv\.txt/);
    const large: EffectOrigin['findFile'] = async () => ({ ...file, bytes: 20_000_001 });
    const result = await sent({ attachments }, { origin: { findFile: large } });
    expect(errorOf(result)).toContain('20000000 bytes in all');
  });

  test('sends nothing that is incomplete, has no recipient, or exceeds the limits', async () => {
    const countEmail = () => Promise.reject(new Error('limit "botEmail"'));
    const errors = [
      await sent({ label: 'Other' }),
      await sent({ to: '' }),
      await sent({ to: 'a@example.com\r\nBcc: b@example.com' }),
      await sent({}, { ports: { countEmail } }),
    ].map(errorOf);
    expect(errors).toEqual([
      'The account has no label "Other"',
      '"" is not an e-mail address',
      expect.stringContaining('is not an e-mail address'),
      'limit "botEmail"',
    ]);
    expect(google.mails).toEqual([]);
  });
});

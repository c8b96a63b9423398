import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import { CLIENT, REFRESH_TOKEN, useGoogle } from '../../support/googleServer.js';
import { errorOf, performed, type Around } from '../../support/performedAtGoogle.js';

const google = useGoogle();

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

  test('sends nothing that would be half done, or to nobody, or above the limits', async () => {
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

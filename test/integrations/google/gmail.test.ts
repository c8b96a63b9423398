import { describe, expect, test } from '@jest/globals';
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

import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../../../src/engine/index.js';
import { createHttp } from '../../../src/integrations/http.js';
import { createHandleEffect, type EffectPorts } from '../../../src/integrations/index.js';
import { deliver } from '../../../src/integrations/smtp/deliver.js';
import { MAIL_PASSWORD, useMailServer } from '../../support/mailServer.js';

type Email = Extract<OutsideEffect, { kind: 'sendEmail' }>;

const mailServer = useMailServer();
const noCode = {
  evaluate: () => Promise.reject(new Error('no code here')),
  runScript: () => Promise.reject(new Error('no code here')),
};
const account = (changes: object = {}) => ({
  host: '127.0.0.1',
  port: mailServer.port(),
  isTlsEnabled: false,
  username: 'bot@example.com',
  password: MAIL_PASSWORD,
  from: { email: 'bot@example.com', name: 'The bot' },
  ...changes,
});

/** Sends an e-mail from a chat through the mail server. */
async function sent(
  email: Partial<Email> = {},
  {
    data = account(),
    origin = {},
    ports = {},
    allowedHosts = ['127.0.0.1'],
  }: {
    data?: unknown;
    origin?: Partial<EffectOrigin>;
    ports?: Partial<EffectPorts>;
    allowedHosts?: readonly string[];
  } = {},
): Promise<EffectResult> {
  const handle = createHandleEffect(noCode, createHttp({ allowedHosts }), {
    openSecrets: async () => ({ type: 'smtp', data }),
    ...ports,
  });
  const whole: Email = {
    kind: 'sendEmail',
    credentialsId: 'crd_1',
    recipients: ['ada@example.com'],
    cc: [],
    bcc: [],
    subject: 'Hello',
    body: { text: 'Welcome!' },
    attachments: [],
    ...email,
  };
  const from = { botId: 'bot_1', reach: undefined, callKey: 'abc123', ...origin };
  return handle(whole, 'ses_1', from);
}

const errorOf = (result: EffectResult) => (result.ok ? 'none' : result.error);

describe('an e-mail', () => {
  test('reaches all recipients, and shows all of them except those in blind copy', async () => {
    const result = await sent({
      recipients: ['Ada <ada@example.com>', 'grace@example.com'],
      cc: ['kay@example.com'],
      bcc: ['hidden@example.com'],
      replyTo: 'Support <help@example.com>',
      body: { html: '<b>Welcome!</b>' },
    });
    expect(result).toEqual({ ok: true, value: { refused: [], notAttached: [] } });
    const [mail] = mailServer.taken;
    expect(mail).toMatchObject({ from: 'bot@example.com', username: 'bot@example.com' });
    expect(mail?.to).toEqual([
      'ada@example.com',
      'grace@example.com',
      'kay@example.com',
      'hidden@example.com',
    ]);
    expect(mail?.raw).toMatch(/^From: Support <bot@example\.com>\r$/m);
    expect(mail?.raw).toMatch(/^To: Ada <ada@example\.com>, grace@example\.com\r$/m);
    expect(mail?.raw).toMatch(/^Reply-To: Support <help@example\.com>\r$/m);
    expect(mail?.raw).toMatch(/^Content-Type: text\/html/m);
    expect(mail?.raw).toContain('<b>Welcome!</b>');
    expect(mail?.raw).not.toContain('hidden@example.com');
  });

  test('is sent over an encrypted connection where the mail server offers one', async () => {
    await sent();
    expect(mailServer.taken[0]?.isEncrypted).toBe(true);
  });

  test('has the same Message-ID when its turn runs again', async () => {
    await sent();
    await sent();
    const ids = mailServer.taken.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
    expect(ids).toEqual(['<abc123@example.com>', '<abc123@example.com>']);
  });

  test('without credentials is sent through the mail server of the installation', async () => {
    const ports = { mailServer: account({ from: { email: 'us@example.com' } }) };
    expect(await sent({ credentialsId: 'default' }, { ports })).toMatchObject({ ok: true });
    expect(mailServer.taken[0]?.from).toBe('us@example.com');
    expect(errorOf(await sent({ credentialsId: 'default' }))).toBe(
      'This server has no mail server of its own: choose credentials in the block',
    );
  });

  test('cannot contain injected headers or recipients', async () => {
    const lines = 'Hi\r\nBcc: victim@example.com\r\n\r\nBuy now';
    await sent({ subject: lines, replyTo: 'X"\r\nBcc: v@example.com <a@example.com>' });
    const [mail] = mailServer.taken;
    expect(mail?.to).toEqual(['ada@example.com']);
    expect(mail?.raw).not.toMatch(/^(Bcc|Buy)/m);
    for (const address of [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com>\r\nRCPT TO:<b@example.com',
      'Ada <a@example.com> <b@example.com>',
      'friends: a@example.com, b@example.com;',
      'a b@example.com',
      'nobody',
    ]) {
      const text = await sent({ recipients: [address] });
      expect(errorOf(text)).toContain('is not an e-mail address');
    }
    expect(mailServer.taken).toHaveLength(1);
  });

  test('has at most 50 recipients', async () => {
    const bcc = Array.from({ length: 50 }, (_, n) => `p${n}@example.com`);
    expect(errorOf(await sent({ bcc }))).toBe('It has more than 50 recipients');
  });

  test('that is refused for some recipients reaches the others, and the result names the refused ones', async () => {
    expect(await sent({ cc: ['refused@example.com'] })).toEqual({
      ok: true,
      value: { refused: ['refused@example.com'], notAttached: [] },
    });
    expect(mailServer.taken[0]?.to).toEqual(['ada@example.com']);
  });

  test('has files of its chat as attachments, and no others', async () => {
    const own = 'https://chat.example.com/files/fil_1.txt';
    const read = async () => Readable.from([Buffer.from('Hello file')]);
    const file = { name: 'née "Ada".txt', type: 'text/plain', bytes: 10, read };
    const findFile: EffectOrigin['findFile'] = async (address) =>
      address === own ? file : undefined;
    const other = 'https://chat.example.com/files/fil_2.txt';
    const texts = [`${own}, ${other}`, 'no address', ' '];
    expect(await sent({ attachments: texts }, { origin: { findFile } })).toMatchObject({
      value: { notAttached: [other, 'no address'] },
    });
    const [mail] = mailServer.taken;
    expect(mail?.raw).toMatch(/^Content-Disposition: attachment;/m);
    expect(mail?.raw).toContain(Buffer.from('Hello file').toString('base64'));
    expect(mail?.raw.match(/^Content-Disposition/gm)).toHaveLength(1);
    const many = Array.from({ length: 21 }, (_, n) => `${own}?${n}`);
    const errors = [
      await sent({ attachments: many }, { origin: { findFile } }),
      await sent(
        { attachments: [own] },
        { origin: { findFile: async () => ({ ...file, bytes: 20_000_001 }) } },
      ),
    ].map(errorOf);
    expect(errors).toEqual([
      'It may have 20 attachments with 20000000 bytes in all',
      'It may have 20 attachments with 20000000 bytes in all',
    ]);
    expect(mailServer.taken).toHaveLength(1);
  });

  test('above the limits of its chat is not sent', async () => {
    const countEmail = () => Promise.reject(new Error('Too many requests (limit "chatEmail")'));
    expect(errorOf(await sent({}, { ports: { countEmail } }))).toContain('chatEmail');
    expect(mailServer.taken).toEqual([]);
  });

  test('is sent for no restricted preview, and for no chat without a bot', async () => {
    for (const origin of [{ reach: 'bots' }, { reach: 'nothing' }, { botId: undefined }] as const) {
      expect(errorOf(await sent({}, { origin }))).toBe('This chat may not send e-mails');
    }
    expect(mailServer.taken).toEqual([]);
  });
});

describe('a mail server', () => {
  test.each([
    ['the recipient', 'refused@example.com', 'refused it: 550 5.1.1 No such mailbox'],
    ['it for now', 'later@example.com', 'does not take it now: 451 4.7.1 Greylisted'],
    ['to go on', 'cut@example.com', 'it may have taken the e-mail'],
  ])('that refuses %s is named with its reason', async (_what, recipient, reason) => {
    expect(errorOf(await sent({ recipients: [recipient] }))).toContain(reason);
  });

  test('that refuses the login does not reveal the password, although it repeats it', async () => {
    const password = 'wrong-canary-secret';
    const error = errorOf(await sent({}, { data: account({ password }) }));
    expect(error).toBe('the mail server refused the login (535)');
  });

  test('that does not answer is given up after a time, or once nobody waits for the chat', async () => {
    const http = createHttp({ allowedHosts: ['127.0.0.1'] });
    const to = [{ name: '', address: 'silent@example.com' }];
    const mail = { to, subject: 'Hello', body: { text: 'x' } };
    await expect(deliver(http, account(), { ...mail, within: 300 })).rejects.toThrow('too long');
    const abandoned = new AbortController();
    const result = sent(
      { recipients: ['silent@example.com'] },
      { origin: { abandoned: abandoned.signal } },
    );
    await mailServer.silence();
    abandoned.abort();
    expect(errorOf(await result)).toContain('nobody waits');
  });

  test.each([
    ['speaks another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'as a mail server does'],
    ['repeats the password', `554 ${MAIL_PASSWORD} go away\r\n`, 'as a mail server does'],
  ])('that %s is not used', async (_what, greeting, reason) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.end(greeting);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo; // A listening TCP server has one.
    const error = errorOf(await sent({}, { data: account({ port }) }));
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(error).toContain(reason);
    expect(error).not.toContain(MAIL_PASSWORD);
  });

  test('in a private network is reached only if the operator allows it', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]', '::ffff:127.0.0.1']) {
      const data = account({ host, port: 25 });
      const error = errorOf(await sent({}, { data, allowedHosts: [] }));
      expect(error).toBe('the host has no address on the public internet');
    }
    const elsewhere = account({ host: '93.184.215.14', port: 80 });
    expect(errorOf(await sent({}, { data: elsewhere }))).toBe('the port is not a mail port');
    for (const host of ['mail.example.com/x', 'user@mail.example.com', 'a b', 'x?y']) {
      const error = errorOf(await sent({}, { data: account({ host }) }));
      expect(error).toBe('the mail server has no valid host name');
    }
    expect(mailServer.taken).toEqual([]);
  });

  test('whose certificate is not trusted is not used where encryption is required', async () => {
    const error = errorOf(await sent({}, { data: account({ isTlsEnabled: true }) }));
    expect(error).toMatch(/could not be encrypted|broke|closed/);
    expect(mailServer.taken).toEqual([]);
  });
});

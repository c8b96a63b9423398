import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp, TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { MAIL_PASSWORD, useMailServer } from '../support/mailServer.js';
import { partAt, recordAt, textAt } from '../support/parts.js';
import { bodyOf, openTransport, saidIn } from '../support/transports.js';
import { makeWorkspace, publishIn } from '../support/useApp.js';

const mailServer = useMailServer();
const logged: string[] = [];
let app: TestApp | undefined;
beforeAll(async () => {
  const settings = {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'on',
    RATE_LIMIT_RULES: 'chatEmail=2/h',
  };
  app = await startTestApp(settings, (line) => void logged.push(line));
});
afterAll(async () => app?.close());
const rest = openTransport('REST', () => app?.url ?? '');

/** Makes credentials for the mail server, in a new workspace. */
async function makeAccount(password = MAIL_PASSWORD) {
  const workspaceId = await makeWorkspace(rest);
  const data = {
    ...{ host: '127.0.0.1', port: mailServer.port(), username: 'bot', password },
    from: { email: 'bot@example.com', name: 'The bot' },
  };
  const credentials = { type: 'smtp', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  return { workspaceId, credentialsId };
}

/** Publishes a bot that e-mails every answer, with a table of all answers, through credentials of its workspace. */
async function makeBot(password?: string) {
  const { workspaceId, credentialsId } = await makeAccount(password);
  const bot = botOf({
    variables: { Name: null },
    groups: {
      Start: [{ ...ask('text input', 'Name'), to: 'Send' }],
      Send: [
        {
          type: 'Email',
          options: {
            credentialsId,
            recipients: ['team@example.com'],
            subject: '{{Name}} was here',
          },
        },
        say('Thanks, {{Name}}.'),
        { ...ask('text input', 'Name'), to: 'Send' },
      ],
    },
  });
  return publishIn(rest, workspaceId, bot);
}

test('a chat e-mails its answers, up to a limit, and the log says what came of it', async () => {
  const { botId, publicId } = await makeBot();
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  for (const message of ['<Ada>', 'Grace', 'Kay']) {
    const reply = await bodyOf(rest.continueChat({ sessionId, message }));
    expect(saidIn(reply)).toEqual([`Thanks, ${message}.`]);
  }
  expect(mailServer.taken.map(({ to }) => to)).toEqual([
    ['team@example.com'],
    ['team@example.com'],
  ]);
  expect(mailServer.taken[0]?.raw).toMatch(/^Subject: <Ada> was here\r$/m);
  expect(mailServer.taken[0]?.raw).toContain('<td>&lt;Ada&gt;</td>');
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId }));
  expect(logs.map(({ description, details }) => [description, details ?? null]).toSorted()).toEqual(
    [
      ['Email not sent', expect.stringContaining('limit "chatEmail"')],
      ['Email successfully sent', null],
      ['Email successfully sent', null],
    ],
  );
});

test('a file that a visitor uploads in the chat is e-mailed as it is, and a foreign address is logged', async () => {
  const content = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 31) % 256));
  const { workspaceId, credentialsId } = await makeAccount();
  const send = {
    ...{ credentialsId, recipients: ['team@example.com'], subject: 'CV', body: 'Hi' },
    ...{ isCustomBody: true, attachmentsVariableId: 'vCV' },
  };
  const bot = botOf({
    variables: { CV: null },
    groups: {
      Start: [
        ask('file input', 'CV'),
        { type: 'Email', options: send },
        { ...ask('text input', 'CV'), to: 'Again' },
      ],
      Again: [{ type: 'Email', options: send }, say('Sent')],
    },
  });
  const { botId, publicId } = await publishIn(rest, workspaceId, bot);
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const address = await upload(sessionId, { fileName: 'cv of Ada.pdf' }, content);
  await bodyOf(rest.continueChat({ sessionId, message: address }));
  const [mail] = mailServer.taken;
  const [, encoded = ''] =
    /filename="cv of Ada\.pdf"[^]*?\r\n\r\n([A-Za-z\d+/=\r\n]+)\r\n--/.exec(mail?.raw ?? '') ?? [];
  expect(Buffer.from(encoded, 'base64').equals(content)).toBe(true);
  const other = await bodyOf(rest.startChat({ publicId }));
  const foreign = await upload(other.sessionId, { fileName: 'secret.pdf' }, content);
  await bodyOf(rest.continueChat({ sessionId, message: foreign }));
  expect(mailServer.taken[1]?.raw).not.toContain('secret');
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId }));
  expect(logs).toContainEqual(
    expect.objectContaining({
      description: 'Not attached, because it is not a file of this chat',
      details: expect.stringContaining(`${app?.url}/files/`),
    }),
  );
});

/** Uploads a file in a chat as a widget does; returns its address. */
async function upload(
  sessionId: string,
  file: object,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const staged = await fetch(`${app?.url}/api/v1/sessions/${sessionId}/uploads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(file),
  });
  const place: unknown = await staged.json();
  const form = new FormData();
  for (const [name, value] of Object.entries(recordAt(place, 'formData'))) {
    form.append(name, String(value));
  }
  form.append('file', new Blob([content]));
  const sent = await fetch(textAt(place, 'presignedUrl'), { method: 'POST', body: form });
  expect(sent.status).toBe(204);
  return textAt(place, 'fileUrl');
}

test('a preview e-mails nothing', async () => {
  const { botId } = await makeBot();
  const { sessionId } = await bodyOf(rest.startPreview({ botId }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  expect(mailServer.taken).toEqual([]);
});

test('no password of a mail server shows anywhere', async () => {
  const secret = 'another-canary-secret';
  const { botId, publicId } = await makeBot(secret);
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId }));
  expect(JSON.stringify(logs)).toContain('the mail server refused the login');
  for (const password of [secret, MAIL_PASSWORD]) {
    for (const spelling of [password, Buffer.from(password).toString('base64')]) {
      expect(JSON.stringify([reply, logs])).not.toContain(spelling);
      expect(logged.join('')).not.toContain(spelling);
    }
  }
});

describe('invitations by e-mail:', () => {
  beforeAll(async () => {
    app = await startTestApp({
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port()}`,
      SMTP_FROM: 'Acme <us@example.com>',
    });
  });

  /** Invites a person to a new workspace; returns the payload. */
  async function invited(email: string): Promise<unknown> {
    const workspaceId = await makeWorkspace(openTransport('REST', () => app?.url ?? ''));
    const query = `mutation ($input: InviteMemberInput!) {
    inviteMember(input: $input) { link isEmailSent invitation { email } }
  }`;
    const response = await fetch(`${app?.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ query, variables: { input: { workspaceId, email, role: 'MEMBER' } } }),
    });
    return partAt(await response.json(), 'data.inviteMember');
  }

  test('an invitation is e-mailed to the person, with its link', async () => {
    const payload = await invited('ada@example.com');
    expect(payload).toMatchObject({ isEmailSent: true });
    const [mail] = mailServer.taken;
    expect(mail).toMatchObject({ from: 'us@example.com', to: ['ada@example.com'] });
    const text = mail?.raw.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
    expect(text).toContain(textAt(payload, 'link'));
    expect(text).toMatch(/^From: Acme <us@example\.com>\r$/m);
  });

  test('an invitation whose e-mail fails still exists, with a link to pass on', async () => {
    const payload = await invited('refused@example.com');
    expect(payload).toMatchObject({
      isEmailSent: false,
      link: expect.stringContaining('/invitations/'),
      invitation: { email: 'refused@example.com' },
    });
  });
});

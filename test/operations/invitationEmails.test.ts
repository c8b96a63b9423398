import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { useMailServer } from '../support/mailServer.js';
import { partAt, textAt } from '../support/parts.js';
import { openTransport } from '../support/transports.js';
import { makeWorkspace } from '../support/useApp.js';

const mailServer = useMailServer();
let app: TestApp | undefined;
beforeAll(async () => {
  app = await startTestApp({
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port()}`,
    SMTP_FROM: 'Acme <us@example.com>',
  });
});
afterAll(async () => app?.close());

/** Invites somebody to a new workspace; gives the payload. */
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

test('an invitation that no mail server takes is there all the same, with its link to pass on', async () => {
  const payload = await invited('refused@example.com');
  expect(payload).toMatchObject({
    isEmailSent: false,
    link: expect.stringContaining('/invitations/'),
    invitation: { email: 'refused@example.com' },
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashOf } from '../../src/auth/token.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { useMailServer } from '../support/mailServer.js';
import { partAt, recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, restOf } from '../support/useApp.js';

const mailServer = useMailServer();
const logged: string[] = [];
let app: TestApp;
const owner = restOf(() => app);
beforeAll(async () => {
  const settings = {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port()}`,
    SMTP_FROM: 'Acme <us@example.com>',
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_RULES: 'signIn=1000/min,invitation=1000/min',
    LOG_LEVEL: 'trace',
  };
  app = await startTestApp(settings, (line) => void logged.push(line));
});
afterAll(async () => app.close());

const headers = { accept: 'text/html' };
const post = (path: string, form: Record<string, string> = {}, more: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
const askFor = (email: string, client = '192.0.2.1') =>
  post('/sign-in/email', { email }, { 'x-forwarded-for': client });
const cookieIn = (response: Response) =>
  /parley_session=[\w-]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
const titleOf = async (response: Response) =>
  `${response.status} ${/<h1>(.*?)<\/h1>/.exec(await response.text())?.[1]}`;

/** Waits for the next e-mail to this address; returns the path of its link. */
async function linkTo(email: string): Promise<string> {
  for (;;) {
    const mail = mailServer.taken.findLast(({ to }) => to[0] === email);
    const text = mail?.raw.replace(/=\r\n/g, '') ?? '';
    const [path] = /\/sign-in\/email\/[\w-]+/.exec(text) ?? [];
    if (path !== undefined) return path;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function userOf(cookie: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.url}/v1/users/me`, { headers: { cookie } });
  return recordAt(await response.json(), 'user');
}

/** A person with a proven address. */
const know = (name: string) =>
  rowsOf(
    app.databaseUrl,
    `insert into app_user (id, email, is_email_verified, created_at)
      values ('usr_' || $1, $1 || '@example.com', true, now())`,
    [name],
  );

/** Invites an address; returns the path of the invitation. */
async function invite(email: string): Promise<string> {
  const workspaceId = await makeWorkspace(owner);
  const { code } = await bodyOf(owner.inviteMember({ workspaceId, email, role: 'MEMBER' }));
  return `/invitations/${code}`;
}

describe('a link that is e-mailed', () => {
  test('signs a known person in, once, by its button, in any browser', async () => {
    await know('ada');
    expect(await (await fetch(`${app.url}/sign-in`)).text()).toContain('type="email"');
    expect(await titleOf(await askFor('ADA@example.com'))).toBe('200 Look into your mail');
    const path = await linkTo('ada@example.com');
    // Mail scanners open links, also several times and with HEAD.
    for (const method of ['GET', 'HEAD', 'GET']) {
      const opened = await fetch(app.url + path, { method });
      expect([opened.status, cookieIn(opened)]).toEqual([200, '']);
    }
    expect((await post(path, {}, { origin: 'https://evil.example.com' })).status).toBe(403);
    const used = await post(path);
    expect(await userOf(cookieIn(used))).toMatchObject({ id: 'usr_ada' });
    expect(await titleOf(await post(path))).toBe('404 This link does not work');
    expect(logged.join('')).not.toContain(path.split('/').at(-1));
  });

  test('works for only one of many who press the button at once', async () => {
    await know('kay');
    await askFor('kay@example.com');
    const path = await linkTo('kay@example.com');
    const all = await Promise.all(Array.from({ length: 6 }, () => post(path)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test('works for a quarter of an hour, and only its hash is stored', async () => {
    await know('late');
    await askFor('late@example.com');
    const path = await linkTo('late@example.com');
    const hash = hashOf(path.split('/').at(-1) ?? '');
    const stored =
      'select extract(epoch from expires_at - now()) as left from email_sign_in where hash = $1';
    const [row] = await rowsOf(app.databaseUrl, stored, [hash]);
    expect(Number(partAt(row, 'left'))).toBeLessThanOrEqual(900);
    const end = "update email_sign_in set expires_at = now() - interval '1 second' where hash = $1";
    await rowsOf(app.databaseUrl, end, [hash]);
    expect((await fetch(app.url + path)).status).toBe(404);
    expect((await post(path)).status).toBe(404);
  });

  test('is not sent to strangers, and the page shows them the same text', async () => {
    await know('grace');
    const [known, unknown] = [
      await askFor('grace@example.com'),
      await askFor('nobody@example.com'),
    ];
    const textOf = async (response: Response) =>
      (await response.text()).replace(/\w+@example\.com/, 'X');
    expect([unknown.status, await textOf(unknown)]).toEqual([known.status, await textOf(known)]);
    await linkTo('grace@example.com');
    expect(mailServer.taken.map(({ to }) => to)).toEqual([['grace@example.com']]);
    for (const wrong of ['', 'a@b@c', 'a b@c', 'x@example.com\r\nBcc: y@example.com', '\0@x']) {
      expect(await titleOf(await askFor(wrong))).toBe('400 Not sent');
    }
  });

  test('can be requested five times an hour by one client for one address, known or not', async () => {
    await know('often');
    for (const email of ['often@example.com', 'never@example.com']) {
      const all = [];
      for (let count = 0; count < 6; count += 1) all.push((await askFor(email)).status);
      expect(all).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('is sent even if strangers request many', async () => {
    await know('target');
    const email = 'target@example.com';
    for (let count = 0; count < 6; count += 1) await askFor(email);
    // A stranger is refused, but the owner is not.
    expect((await askFor(email)).status).toBe(429);
    expect((await askFor(email, '192.0.2.2')).status).toBe(200);
    for (let client = 3; client < 20; client += 1) {
      expect(await titleOf(await askFor(email, `192.0.2.${client}`))).toBe(
        '200 Look into your mail',
      );
    }
    const came = () => mailServer.taken.filter(({ to }) => to[0] === email).length;
    while (came() < 11) await new Promise((resolve) => setTimeout(resolve, 10));
    // The last e-mail goes to the owner, whoever requested it.
    expect(await titleOf(await askFor(email, '192.0.2.2'))).toBe('200 Look into your mail');
    const used = await post(await linkTo(email));
    expect(await userOf(cookieIn(used))).toMatchObject({ id: 'usr_target' });
    expect(came()).toBe(11);
  });

  test('lets an invited person in, and proves their address', async () => {
    await invite('new@example.com');
    await askFor('new@example.com');
    const user = await userOf(cookieIn(await post(await linkTo('new@example.com'))));
    const joined = 'select role from member where user_id = $1';
    expect(await rowsOf(app.databaseUrl, joined, [user['id']])).toEqual([{ role: 'MEMBER' }]);
    mailServer.taken.length = 0;
    await askFor('new@example.com');
    expect((await post(await linkTo('new@example.com'))).status).toBe(200);
    const people = "select id from app_user where email = 'new@example.com' and is_email_verified";
    expect(await rowsOf(app.databaseUrl, people)).toHaveLength(1);
  });

  test('confirms the address of a person who joined by the link of an invitation', async () => {
    const joined = cookieIn(await post(await invite('guest@example.com')));
    await askFor('guest@example.com');
    const page = await fetch(`${app.url}/sign-in`, { headers: { cookie: joined } });
    expect(await page.text()).toContain('Confirm guest@example.com');
    mailServer.taken.length = 0;
    await post('/sign-in/email', {}, { cookie: joined });
    const path = await linkTo('guest@example.com');
    expect(await titleOf(await post(path))).toBe('403 Not confirmed');
    expect(await titleOf(await post(path, {}, { cookie: joined }))).toBe('200 Confirmed');
    mailServer.taken.length = 0;
    await askFor('guest@example.com');
    const used = await post(await linkTo('guest@example.com'));
    expect((await userOf(cookieIn(used)))['id']).toBe((await userOf(joined))['id']);
  });
});

test('without a mail server no link is offered', async () => {
  const bare = await startTestApp();
  expect(await (await fetch(`${bare.url}/sign-in`)).text()).not.toContain('type="email"');
  const sent = { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } };
  expect((await fetch(`${bare.url}/sign-in/email`, sent)).status).toBe(404);
  await bare.close();
});

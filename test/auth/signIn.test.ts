import { describe, expect, test } from '@jest/globals';
import { hashOf } from '../../src/auth/token.js';
import { newSignInLink } from '../../src/auth/signIn.js';
import { openStorage } from '../../src/storage/orm.js';
import { bodyOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const owner = restOf(app);

async function makeLink(): Promise<string> {
  const storage = await openStorage({ url: app().databaseUrl }, 2);
  const { user } = await bodyOf(owner.readMe({}));
  const code = await newSignInLink(storage.openUnit(), user.id);
  await storage.close();
  return `${app().url}/sign-in/link/${code}`;
}

const send = (url: string, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(url, { method, headers, redirect: 'manual' });
const cookieOf = (response: Response) => response.headers.get('set-cookie') ?? '';

async function signedIn(): Promise<string> {
  const response = await send(await makeLink());
  expect(response.status).toBe(200);
  return cookieOf(response).split(';')[0] ?? '';
}

const me = async (headers: Record<string, string>) => {
  const response = await fetch(`${app().url}/v1/users/me`, { headers });
  return response.status;
};

describe('a link', () => {
  test('signs a browser in, once, and only when its button is pressed', async () => {
    const link = await makeLink();
    for (const page of [await send(link, {}, 'GET'), await send(link, {}, 'GET')]) {
      expect([page.status, cookieOf(page)]).toEqual([200, '']);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    const response = await send(link);
    expect(cookieOf(response)).toMatch(
      /^parley_session=\S{40,}; Max-Age=2592000; .*HttpOnly; SameSite=Lax$/,
    );
    expect(await me({ cookie: cookieOf(response).split(';')[0] ?? '' })).toBe(200);
    expect([(await send(link)).status, cookieOf(await send(link))]).toEqual([404, '']);
  });

  test('works for a day and no longer, and cannot be used as a token', async () => {
    const link = await makeLink();
    const code = link.split('/').at(-1) ?? '';
    expect(await me({ authorization: `Bearer ${code}` })).toBe(401);
    expect(await me({ cookie: `parley_session=${code}` })).toBe(401);
    const ending = "update api_token set expires_at = now() - interval '1 second' where hash = $1";
    await rowsOf(app().databaseUrl, ending, [hashOf(code)]);
    expect((await send(link)).status).toBe(404);
  });

  test('cannot be used by a page of another site', async () => {
    expect((await send(await makeLink(), { origin: 'https://evil.example.com' })).status).toBe(403);
  });
});

describe('the cookie', () => {
  test('works as a cookie only: not as a token, and a token is not a cookie', async () => {
    const cookie = await signedIn();
    expect(await me({ authorization: `Bearer ${cookie.split('=')[1] ?? ''}` })).toBe(401);
    const { token } = await bodyOf(owner.createToken({ name: 'One' }));
    expect(await me({ cookie: `parley_session=${token}` })).toBe(401);
  });

  test('counts only for pages of this server', async () => {
    const cookie = await signedIn();
    expect(await me({ cookie, origin: app().url })).toBe(200);
    for (const origin of ['https://evil.example.com', 'null', 'http://127.0.0.1:1']) {
      expect(await me({ cookie, origin })).toBe(401);
    }
  });

  test('does not count if a token is sent too', async () => {
    const cookie = await signedIn();
    expect(await me({ cookie, authorization: 'Bearer nonsense' })).toBe(401);
  });

  test('works over GraphQL, where the protection from forged requests applies', async () => {
    const cookie = await signedIn();
    const ask = (headers: Record<string, string>) =>
      fetch(`${app().url}/graphql`, {
        method: 'POST',
        headers: { cookie, ...headers },
        body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
      });
    const answer = await (await ask({ 'content-type': 'application/json' })).json();
    expect(answer).toMatchObject({ data: { viewer: { user: { id: expect.any(String) } } } });
    expect((await ask({ 'content-type': 'text/plain' })).status).toBe(400);
  });

  test('is invalid after signing out, which other pages cannot do', async () => {
    const cookie = await signedIn();
    const foreign = await send(`${app().url}/sign-out`, {
      cookie,
      origin: 'https://evil.example.com',
    });
    expect([foreign.status, await me({ cookie })]).toEqual([403, 200]);
    const response = await send(`${app().url}/sign-out`, { cookie });
    expect(cookieOf(response)).toMatch(/^parley_session=; .*1970/);
    expect(await me({ cookie })).toBe(401);
  });

  test('that has expired counts as none, and its browser can still use what needs no sign-in', async () => {
    const response = await fetch(`${app().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'parley_session=old' },
      body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
    });
    expect(await response.json()).toMatchObject({ data: { viewer: null } });
  });
});

describe('an invitation', () => {
  const invite = async (email: string) => {
    const workspaceId = await makeWorkspace(owner);
    const { code } = await bodyOf(owner.inviteMember({ workspaceId, email, role: 'MEMBER' }));
    return { workspaceId, link: `${app().url}/invitations/${code ?? ''}` };
  };

  test('creates a new person and signs them in', async () => {
    const { workspaceId, link } = await invite('Grace@example.com');
    expect([(await send(link, {}, 'GET')).status, (await send(link)).status]).toEqual([200, 200]);
    const { members } = await bodyOf(owner.listMembers({ workspaceId }));
    expect(members).toMatchObject([
      { role: 'ADMIN' },
      { role: 'MEMBER', user: { email: 'grace@example.com' } },
    ]);
    expect((await send(link)).status).toBe(404);
  });

  test('that is accepted many times at once creates one person', async () => {
    const { link } = await invite('once@example.com');
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(link)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
    const made = "select id from app_user where email = 'once@example.com'";
    expect(await rowsOf(app().databaseUrl, made)).toHaveLength(1);
  });

  test('does not sign in somebody who has an account by now', async () => {
    const { link } = await invite('late@example.com');
    const user =
      "insert into app_user (id, email, is_email_verified, created_at) values ('usr_late', 'late@example.com', true, now())";
    await rowsOf(app().databaseUrl, user);
    const response = await send(link);
    const kept = cookieOf(response);
    expect([response.status, kept]).toEqual([
      401,
      expect.stringMatching(/^parley_return=[\w-]+; Max-Age=600; /),
    ]);
    const signed = await send(await makeLink(), { cookie: kept.split(';')[0] ?? '' });
    expect(await signed.text()).toContain(`<a href="${new URL(link).pathname}">Go on</a>`);
    const [cookie = ''] = cookieOf(signed).match(/parley_session=[\w-]+/) ?? [];
    expect((await send(link, { cookie })).status).toBe(200);
  });
});

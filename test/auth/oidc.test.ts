import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signIn as newSignIn } from '../../src/auth/signIn.js';
import { admit } from '../../src/account/signIn/admit.js';
import { openStorage, type Unit } from '../../src/storage/orm.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { bodyOf } from '../support/transports.js';
import { CLIENT, startProvider, type Provider } from '../support/oidcProvider.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const PUBLIC_URL = 'https://parley.example.com/chat';

let provider: Provider;
let app: TestApp;
const lines: string[] = [];
const owner = restOf(() => app);

beforeAll(async () => {
  provider = await startProvider();
  provider.isDown = true;
  app = await startTestApp(
    {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Acme <ID>',
      PUBLIC_URL,
      OUTBOUND_ALLOWED_HOSTS: provider.host,
      LOG_LEVEL: 'trace',
    },
    (line) => lines.push(line),
  );
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(() => {
  const honest = { twist: {}, isDown: false, hasMoved: false, denies: false, isTerse: false };
  Object.assign(provider, honest);
});

const [SESSION, ATTEMPT] = ['__Host-parley_session', '__Host-parley_sign_in'];
const get = (address: string, cookie = '') =>
  fetch(address, { headers: { cookie }, redirect: 'manual' });
const here = (address: string) => address.replace(PUBLIC_URL, app.url);
const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

/** Goes to the provider and agrees or declines: returns the address that leads back, and the cookie of the browser. */
async function comeBack(): Promise<{ back: string; cookie: string }> {
  const left = await get(`${app.url}/sign-in/oidc`);
  expect(left.status).toBe(303);
  const agreed = await get(left.headers.get('location') ?? '');
  const back = here(agreed.headers.get('location') ?? '');
  return { back, cookie: cookieOf(left, ATTEMPT) };
}

async function signIn(): Promise<Response> {
  const { back, cookie } = await comeBack();
  return get(back, cookie);
}

/** The person that a response has signed in. */
async function userOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.status).toBe(303);
  const cookie = cookieOf(response, SESSION);
  return recordAt(await (await get(`${app.url}/v1/users/me`, cookie)).json(), 'user');
}

/** The status and heading of a page that has signed nobody in. */
async function refusalOf(response: Response): Promise<[number, string | undefined]> {
  const page = await response.text();
  expect(cookieOf(response, SESSION)).toBe('');
  expect(page).toContain(response.headers.get('x-request-id'));
  expect(page).not.toMatch(/\bat \S+:\d+|Error:/);
  return [response.status, /<h1>(.*)<\/h1>/.exec(page)?.[1]];
}

/** Runs work on the server's database, beside the server. */
async function beside<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
  const storage = await openStorage({ url: app.databaseUrl }, 2);
  try {
    return await work(storage.openUnit());
  } finally {
    await storage.close();
  }
}

/** The cookie of a person who signed in by a link. */
async function byLink(email: string): Promise<string> {
  await known(email);
  return `${SESSION}=${await beside((unit) => newSignIn(unit, `usr_${email}`))}`;
}

const press = (page: string, headers: Record<string, string>) =>
  fetch(app.url + page, { method: 'POST', headers });

/** Presses "Connect" and agrees at the provider: returns the address that leads back, and the cookie of the browser. */
async function connect(cookie: string): Promise<{ back: string; carried: string }> {
  const left = await press('/sign-in/oidc', { cookie });
  const [, href = ''] = /<a href="(.*?)">Go on to Acme/.exec(await left.text()) ?? [];
  const agreed = await get(href.replaceAll('&amp;', '&'));
  return { back: here(agreed.headers.get('location') ?? ''), carried: cookieOf(left, ATTEMPT) };
}

const known = (email: string) =>
  rowsOf(
    app.databaseUrl,
    "insert into app_user (id, email, is_email_verified, created_at) values ('usr_' || $1, $1, true, now())",
    [email],
  );

test('the server starts while the issuer is unreachable, and uses it once it can be reached', async () => {
  provider.isDown = true;
  const away = await get(`${app.url}/sign-in/oidc`);
  expect(await refusalOf(away)).toEqual([503, 'Signing in does not work right now']);
  provider.isDown = false;
  expect((await get(`${app.url}/sign-in/oidc`)).status).toBe(303);
});

describe('somebody who signs in at the issuer', () => {
  test('is redirected there, and comes back with the same cookie as from a link', async () => {
    await known('ada@example.com');
    provider.person = { sub: 'ada', email: 'Ada@Example.com', email_verified: true };
    const page = await (await get(`${app.url}/sign-in`)).text();
    expect(page).toContain(`<a href="${PUBLIC_URL}/sign-in/oidc">Sign in with Acme &lt;ID&gt;</a>`);
    const response = await signIn();
    expect(response.headers.get('location')).toBe(`${PUBLIC_URL}/sign-in`);
    expect(response.headers.getSetCookie().at(-1)).toMatch(
      /^__Host-parley_session=\S{40,}; Max-Age=2592000; .*HttpOnly; Secure; SameSite=Lax$/,
    );
    const cookie = cookieOf(response, SESSION);
    expect(await (await get(`${app.url}/sign-in`, cookie)).text()).toContain('ada@example.com');
  });

  test('is the same person each time, even if their address has changed', async () => {
    await known('grace@example.com');
    provider.person = { sub: 'grace', email: 'grace@example.com', email_verified: true };
    const first = await userOf(await signIn());
    provider.person = { sub: 'grace', email: 'hopper@example.com', email_verified: false };
    expect(await userOf(await signIn())).toEqual(first);
  });

  test('accepts the invitations to their address, and gets the name that the issuer states', async () => {
    const workspaceId = await makeWorkspace(owner);
    await bodyOf(owner.inviteMember({ workspaceId, email: 'edsger@example.com', role: 'MEMBER' }));
    provider.person = {
      sub: 'edsger',
      email: 'edsger@example.com',
      email_verified: true,
      name: 'Edsger',
    };
    provider.isTerse = true;
    const user = await userOf(await signIn());
    expect(user).toMatchObject({ email: 'edsger@example.com', name: 'Edsger' });
    const { members } = await bodyOf(owner.listMembers({ workspaceId }));
    expect(members).toMatchObject([
      { role: 'ADMIN' },
      { role: 'MEMBER', user: { id: user['id'] } },
    ]);
  });

  test('becomes one person, even with two first sign-ins at once', async () => {
    const workspaceId = await makeWorkspace(owner);
    await bodyOf(owner.inviteMember({ workspaceId, email: 'alan@example.com', role: 'GUEST' }));
    provider.person = { sub: 'alan', email: 'alan@example.com', email_verified: true };
    const [one, other] = await Promise.all([signIn(), signIn()]);
    expect(await userOf(one)).toEqual(await userOf(other));
  });

  test.each([
    ['whose address nobody has verified', { email: 'ada@example.com', email_verified: false }],
    ['whose address nobody says is verified', { email: 'ada@example.com' }],
    ['who is not invited', { email: 'eve@example.com', email_verified: true }],
    ['with the address of somebody else there', { email: 'ada@example.com', email_verified: true }],
  ])('%s is not let in', async (_, claims) => {
    provider.person = { sub: 'eve', ...claims };
    expect(await refusalOf(await signIn())).toEqual([403, 'You are not known here']);
    const made = "select 1 from identity where subject = 'eve'";
    expect(await rowsOf(app.databaseUrl, made)).toEqual([]);
  });

  test('can sign out again', async () => {
    provider.person = { sub: 'ada' };
    const cookie = cookieOf(await signIn(), SESSION);
    await fetch(`${app.url}/sign-out`, { method: 'POST', headers: { cookie } });
    expect((await get(`${app.url}/v1/users/me`, cookie)).status).toBe(401);
  });
});

describe('nobody is signed in', () => {
  beforeEach(() => {
    provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
  });

  test('by a refusal at the issuer', async () => {
    provider.denies = true;
    expect(await refusalOf(await signIn())).toEqual([403, 'Not signed in']);
  });

  test('by the answer to another attempt, or to none', async () => {
    const { back, cookie } = await comeBack();
    const { cookie: others } = await comeBack();
    const broken = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const carried of [others, '', `${ATTEMPT}=x.y`, broken.slice(0, 60)]) {
      expect(await refusalOf(await get(back, carried))).toEqual([400, 'Not signed in']);
    }
    const forged = back.replace(/state=[^&]+/, 'state=forged');
    expect(await refusalOf(await get(forged, cookie))).toEqual([400, 'Not signed in']);
  });

  test('by an answer that was used before', async () => {
    const { back, cookie } = await comeBack();
    const first = await get(back, cookie);
    expect([first.status, cookieOf(first, ATTEMPT)]).toEqual([303, `${ATTEMPT}=`]);
    expect(await refusalOf(await get(back, cookie))).toEqual([400, 'Not signed in']);
    expect(await refusalOf(await get(back))).toEqual([400, 'Not signed in']);
  });

  test('by an invalid ID token', async () => {
    provider.twist = { nonce: 'another' };
    expect(await refusalOf(await signIn())).toEqual([502, 'Not signed in']);
  });

  test('while the issuer cannot be reached, or redirects the request with our secret', async () => {
    const { back, cookie } = await comeBack();
    provider.isDown = true;
    const down = [503, 'Signing in does not work right now'];
    expect(await refusalOf(await get(back, cookie))).toEqual(down);
    provider.isDown = false;
    provider.hasMoved = true;
    expect(await refusalOf(await get(back, cookie))).toEqual(down);
    expect(provider.asked).not.toContain('/moved');
  });
});

describe('somebody who was signed in by a link', () => {
  beforeEach(() => {
    provider.person = { sub: 'barbara', email: 'barbara@example.com' };
  });

  test('can connect an account without a verified address, and sign in with it', async () => {
    const cookie = await byLink('barbara@example.com');
    const connectable = '<form method="post" action="/chat/sign-in/oidc">';
    expect(await (await get(`${app.url}/sign-in`, cookie)).text()).toContain(connectable);
    const { back, carried } = await connect(cookie);
    expect((await get(back, `${cookie}; ${carried}`)).status).toBe(303);
    expect(await (await get(`${app.url}/sign-in`, cookie)).text()).not.toContain(connectable);
    expect(await userOf(await signIn())).toMatchObject({ email: 'barbara@example.com' });
  });

  test('cannot connect the account of somebody else, nor a second one', async () => {
    const cookie = await byLink('margaret@example.com');
    const first = await connect(cookie);
    const anothers = await get(first.back, `${cookie}; ${first.carried}`);
    expect(await refusalOf(anothers)).toEqual([403, 'Not connected']);
    for (const [sub, status] of Object.entries({ margaret: 303, 'margaret-2': 403 })) {
      provider.person = { sub };
      const { back, carried } = await connect(cookie);
      expect((await get(back, `${cookie}; ${carried}`)).status).toBe(status);
    }
  });

  test('cannot connect one after signing out, and other pages cannot do it for them', async () => {
    provider.person = { sub: 'mallory' };
    const cookie = await byLink('frances@example.com');
    const origin = 'https://evil.example.com';
    expect((await press('/sign-in/oidc', { cookie, origin })).status).toBe(403);
    expect((await press('/sign-in/oidc', {})).status).toBe(400);
    const { back, carried } = await connect(cookie);
    await press('/sign-out', { cookie });
    const late = await get(back, `${cookie}; ${carried}`);
    expect(await refusalOf(late)).toEqual([400, 'Not signed in']);
    const made = "select 1 from identity where subject = 'mallory'";
    expect(await rowsOf(app.databaseUrl, made)).toEqual([]);
  });
});

test('where sign-up is open, everybody with an account can sign in', async () => {
  const person = { issuer: provider.url, subject: 'zoe', email: null, name: 'Zoe' };
  const admission = await beside((unit) => admit(unit, person, 'anyone'));
  provider.person = { sub: 'zoe', email: 'zoe@example.com', email_verified: false };
  const { id } = await userOf(await signIn());
  expect(admission).toEqual({ userId: id });
});

test('nothing secret is written into the log', async () => {
  await get(`${app.url}/sign-in/link/the-code-of-a-link`);
  const log = lines.join('\n');
  expect(log).toContain('/sign-in/oidc/callback');
  expect(log).toContain('nobody was signed in');
  for (const secret of [CLIENT.secret, TOKEN, 'the-code-of-a-link', ...provider.secrets]) {
    expect(log).not.toContain(secret);
  }
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSecretBox } from '../../../src/auth/secretBox.js';
import { startTestApp, TOKEN, type TestApp } from '../../support/app.js';
import { botOf } from '../../support/botOf.js';
import { ask, say } from '../../support/flowOf.js';
import { CLIENT, REFRESH_TOKEN, useGoogle } from '../../support/googleServer.js';
import { signedInBrowser } from '../../support/oauthFlow.js';
import { partAt, textAt } from '../../support/parts.js';
import { rowsOf } from '../../support/rows.js';
import { bodyOf, saidIn } from '../../support/transports.js';
import { makeWorkspace, restOf } from '../../support/useApp.js';

const google = useGoogle();
const logged: string[] = [];
let app: TestApp;
const rest = restOf(() => app);
beforeAll(async () => {
  const settings = {
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: `google=${google.url()}`,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    LOG_LEVEL: 'trace',
  };
  app = await startTestApp(settings, (line) => void logged.push(line));
});
afterAll(async () => app.close());

const pageOf = (workspaceId: string, more: object = {}) =>
  `${app.url}/connect/google?${new URLSearchParams({ workspaceId, type: 'google sheets', ...more })}`;

const sent = (url: string, cookie: string, method = 'GET') =>
  fetch(url, { method, headers: { cookie, accept: 'text/html' }, redirect: 'manual' });

const leadsTo = (response: Response) => response.headers.get('location') ?? '';

/** A page as its status, heading and text. */
async function shown(response: Response): Promise<string> {
  const page = await response.text();
  const [, title = '', text = ''] = /<h1>(.*?)<\/h1><p>(.*?)<\/p>/.exec(page) ?? [];
  return `${response.status} ${title}: ${text}`.replaceAll('&quot;', '"');
}

/** Goes to Google and answers there: returns the address that leads back, and the cookies of the browser. */
async function leave(url: string, cookie: string, label = 'Allow') {
  const left = await sent(url, cookie, 'POST');
  expect(left.status).toBe(303);
  const [kept = ''] = left.headers.getSetCookie().map((one) => one.split(';')[0]);
  const page = await (await fetch(leadsTo(left))).text();
  const [, back = ''] = new RegExp(`href="([^"]*)">${label}<`).exec(page) ?? [];
  return { back: back.replaceAll('&amp;', '&'), cookies: `${cookie}; ${kept}` };
}

/** Connects an account; returns the final page. */
async function connect(url: string, cookie: string, label?: string): Promise<Response> {
  const { back, cookies } = await leave(url, cookie, label);
  const response = await sent(back, cookies);
  return response.status === 303 ? sent(app.url + leadsTo(response), cookies) : response;
}

async function asked(query: string, variables: object): Promise<unknown> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const CREDENTIALS = `query ($id: ID!) { workspace(id: $id) {
  connectAccountUrl(type: "google sheets")
  none: connectAccountUrl(type: "openai")
  credentials { id type name reconnectAccountUrl }
} }`;

/** The addresses and credentials of a workspace. */
const workspaceOf = async (id: string) =>
  partAt(await asked(CREDENTIALS, { id }), 'data.workspace');

describe('an account at Google', () => {
  test('is connected on pages, and its sheets are read by a chat from then on', async () => {
    const cookie = await signedInBrowser(app);
    const workspaceId = await makeWorkspace(rest);
    const workspace = await workspaceOf(workspaceId);
    expect(workspace).toMatchObject({ connectAccountUrl: pageOf(workspaceId), none: null });
    const offer = await sent(textAt(workspace, 'connectAccountUrl'), cookie);
    expect(offer.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${google.url()}`,
    );
    expect(await shown(offer)).toContain('to the workspace "Acme"');
    expect(await shown(await connect(pageOf(workspaceId), cookie))).toMatch(
      /^200 Connected: The workspace "Acme" has ada@example.com for Google Sheets now. Blocks name it crd_\w+/,
    );
    expect(Object.fromEntries(google.asked)).toEqual({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${app.url}/connect/google/callback`,
      scope: 'openid email https://www.googleapis.com/auth/spreadsheets',
      access_type: 'offline',
      prompt: 'consent',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const credentials = partAt(await workspaceOf(workspaceId), 'credentials.0');
    expect(credentials).toMatchObject({ type: 'google sheets', name: 'ada@example.com' });
    google.cells = [['Name'], ['Grace']];
    expect(await readBySheetBot(workspaceId, textAt(credentials, 'id'))).toEqual(['Found Grace']);
    expect(google.calls.map(({ bearer }) => bearer)).toEqual(['token-1']);
  });

  /** The messages of a bot that reads the sheet with an account. */
  async function readBySheetBot(workspaceId: string, credentialsId: string): Promise<unknown> {
    const cellsToExtract = [{ id: 'c', column: 'Name', variableId: 'vFound' }];
    const options = {
      ...{ action: 'Get data from sheet', credentialsId, spreadsheetId: 'doc', sheetId: '7' },
      cellsToExtract,
    };
    const flow = {
      variables: { Found: null, X: null },
      groups: {
        Start: [{ type: 'Google Sheets', options }, say('Found {{Found}}'), ask('text input', 'X')],
      },
    };
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: botOf(flow) }));
    const { publicId } = await bodyOf(rest.publishBot({ botId: bot.id }));
    return saidIn(await bodyOf(rest.startChat({ publicId })));
  }

  test('takes the place of another, under the same id, where it is connected again', async () => {
    const cookie = await signedInBrowser(app);
    const workspaceId = await makeWorkspace(rest);
    const data = { credentials: { accessToken: 'x', refreshToken: 'old', expiryDate: 1 } };
    const credentials = { type: 'gmail', name: 'Before', data };
    const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
    const url = textAt(await workspaceOf(workspaceId), 'credentials.0.reconnectAccountUrl');
    google.consent.scope = 'openid https://www.googleapis.com/auth/gmail.send';
    expect(await shown(await connect(url, cookie))).toContain(`Blocks name it ${credentialsId}`);
    expect(partAt(await workspaceOf(workspaceId), 'credentials')).toMatchObject([
      { id: credentialsId, name: 'ada@example.com' },
    ]);
    const elsewhere = pageOf(workspaceId, { credentialsId });
    expect(await shown(await sent(elsewhere, cookie))).toMatch(/^404 .*of this type not found/);
  });

  test('is not connected where the person refuses, unticks, or gives access for an hour', async () => {
    const cookie = await signedInBrowser(app);
    const workspaceId = await makeWorkspace(rest);
    const pages = [await shown(await connect(pageOf(workspaceId), cookie, 'Cancel'))];
    google.consent.scope = 'openid email';
    pages.push(await shown(await connect(pageOf(workspaceId), cookie)));
    google.consent = { scope: '', isShort: true };
    pages.push(await shown(await connect(pageOf(workspaceId), cookie)));
    expect(pages).toEqual([
      '403 Not connected: You did not agree at Google.',
      expect.stringContaining('403 Not connected: You agreed to some of it'),
      expect.stringContaining('502 Not connected: Google gave access for an hour only'),
    ]);
    expect(partAt(await workspaceOf(workspaceId), 'credentials')).toEqual([]);
  });

  test('is connected by nobody but who began, once, within ten minutes', async () => {
    const cookie = await signedInBrowser(app);
    const workspaceId = await makeWorkspace(rest);
    const { back, cookies } = await leave(pageOf(workspaceId), cookie);
    const stale = '400 Not connected: This began in another window or by another person';
    await rowsOf(app.databaseUrl, MALLORY);
    const mallory = await signedInBrowser(app, 'usr_mallory');
    const [, journey = ''] = cookies.split('; ');
    const other = new URL(back);
    other.searchParams.set('state', 'x'.repeat(43));
    const pages = [
      await sent(back, cookie),
      await sent(back, mallory),
      await sent(back, `${mallory}; ${journey}`),
      await sent(other.href, cookies),
      await sent(back, `${cookie}; ${journey.slice(0, -4)}AAAA`),
    ];
    for (const page of pages) expect(await shown(page)).toContain(stale);
    expect(google.tokens).toBe(0);
    expect(leadsTo(await sent(back, journey))).toBe('/sign-in');
    const { user } = await bodyOf(rest.readMe({}));
    const old = { type: 'google sheets', workspaceId, userId: user.id, state: 's', verifier: 'v' };
    expect(
      await shown(
        await sent(
          `${app.url}/connect/google/callback?state=s&code=a-code`,
          `${cookie}; ${await journeyOf(old)}`,
        ),
      ),
    ).toContain(stale);
    expect(google.tokens).toBe(0);
  });

  /** The cookie of an attempt that began ten minutes ago. */
  async function journeyOf(journey: object): Promise<string> {
    const secrets = openSecretBox({ dataDir: app.dataDir, secretKey: undefined });
    const begun = { ...journey, begunAt: Date.now() - 600_000 };
    const { keyId, sealed } = await secrets.seal(JSON.stringify(begun), 'connecting an account');
    return `parley_connect=${keyId}.${Buffer.from(sealed, 'base64').toString('base64url')}`;
  }

  test('is connected to no workspace that is not the person’s, and from no other page', async () => {
    const workspaceId = await makeWorkspace(rest);
    await rowsOf(app.databaseUrl, MALLORY);
    const mallory = await signedInBrowser(app, 'usr_mallory');
    const owner = await signedInBrowser(app);
    const pages = [
      await sent(pageOf(workspaceId), mallory),
      await sent(pageOf(workspaceId), mallory, 'POST'),
      await sent(pageOf('%00'), owner),
      await sent(pageOf(workspaceId, { type: 'openai' }), owner),
      await fetch(pageOf(workspaceId), {
        method: 'POST',
        headers: { cookie: owner, origin: 'https://evil.example.com', accept: 'text/html' },
        redirect: 'manual',
      }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 400, 403]);
    const { back, cookies } = await leave(pageOf(workspaceId), owner);
    const owned = `update member set role = 'GUEST' where workspace_id = $1`;
    await rowsOf(app.databaseUrl, owned, [workspaceId]);
    expect(await shown(await sent(back, cookies))).toBe('404 Not done: Workspace not found');
    expect(google.tokens).toBe(0);
  });

  test('leads people who have not signed in to where they do, and back', async () => {
    const response = await sent(pageOf('wrk_1'), '');
    expect([response.status, leadsTo(response)]).toEqual([303, '/sign-in']);
    const [kept = ''] = response.headers.getSetCookie();
    const [, value = ''] = /^parley_return=([\w-]+)/.exec(kept) ?? [];
    expect(app.url + Buffer.from(value, 'base64url').toString()).toBe(pageOf('wrk_1'));
  });

  test('leaves no secret in a log', () => {
    for (const secret of [REFRESH_TOKEN, CLIENT.secret, 'a-code', 'token-1']) {
      expect(logged.join('')).not.toContain(secret);
    }
  });
});

const MALLORY = `insert into app_user (id, email, is_email_verified, created_at)
  values ('usr_mallory', 'mallory@example.com', true, now()) on conflict do nothing`;

test('a server without a client at Google says so', async () => {
  const bare = await startTestApp();
  const response = await sent(`${bare.url}/connect/google`, '');
  expect(await shown(response)).toMatch(/^404 Not available: .*GOOGLE_CLIENT_ID/);
  await bare.close();
});

import { createHash, randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { hashOf } from '../../src/auth/token.js';
import { bodyOf } from './transports.js';
import type { TestApp } from './app.js';
import { recordAt } from './parts.js';
import { rowsOf } from './rows.js';
import { restOf } from './useApp.js';

/** The OAuth clients of test servers, as the setting lists them. */
export const OAUTH_CLIENTS = [
  'dashboard=https://dash.example.com/signed-in?tab=1',
  'dashboard=http://localhost:5173/signed-in',
  'other=https://other.example.com/',
  'cli=http://127.0.0.1/callback',
].join(',');

/** The redirect address of the dashboard. */
export const DASHBOARD = 'https://dash.example.com/signed-in?tab=1';

/** Parameters that replace the usual ones; undefined leaves one out, several values repeat it. */
export type Changes = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A sign-in to the dashboard that has begun: the authorization request, and the verifier of its code (PKCE). */
export interface Begun {
  readonly url: string;
  readonly verifier: string;
}

function parametersOf(parameters: Changes): URLSearchParams {
  const all = Object.entries(parameters).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  return new URLSearchParams(all);
}

/** Begins a sign-in to the dashboard. */
export function begin(app: TestApp, changes: Changes = {}): Begun {
  const verifier = randomBytes(32).toString('base64url');
  const query = parametersOf({
    response_type: 'code',
    client_id: 'dashboard',
    redirect_uri: DASHBOARD,
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return { url: `${app.url}/oauth/authorize?${query}`, verifier };
}

/** The session cookie of a browser in which the owner, or the person with this id, is signed in. */
export async function signedInBrowser(app: TestApp, userId?: string): Promise<string> {
  const { user } = await bodyOf(restOf(() => app).readMe({}));
  const secret = `parley_${randomBytes(32).toString('base64url')}`;
  await rowsOf(
    app.databaseUrl,
    `insert into api_token (id, user_id, kind, name, hash, prefix, created_at, expires_at)
      values ($1, $2, 'BROWSER', 'Browser', $1, 'parley_', now(), now() + interval '1 day')`,
    [hashOf(secret), userId ?? user.id],
  );
  return `parley_session=${secret}`;
}

/** Signs the owner, or the person with this id, in, in this browser. */
export async function signIntoBrowser(
  context: Pick<BrowserContext, 'addCookies'>,
  app: TestApp,
  userId?: string,
): Promise<void> {
  const [name = '', value = ''] = (await signedInBrowser(app, userId)).split('=');
  await context.addCookies([{ name, value, url: app.url }]);
}

/** Requests a page as a browser does, without following redirects. */
export const open = (url: string, cookie = '') =>
  fetch(url, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' });

/** Opens a page and presses one of its buttons, as a browser does. */
export async function press(url: string, cookie: string, decision = 'allow'): Promise<Response> {
  const page = await (await open(url, cookie)).text();
  const [, person = ''] = /name="person" value="(\w+)"/.exec(page) ?? [];
  return fetch(url, {
    method: 'POST',
    headers: { cookie, accept: 'text/html', origin: new URL(url).origin },
    body: new URLSearchParams({ person, decision }),
    redirect: 'manual',
  });
}

/** The target of a redirect. */
export const leadsTo = (response: Response) => new URL(response.headers.get('location') ?? '');

/** The authorization code that a person's consent gives to a client. */
export async function codeOf(begun: Begun, cookie: string): Promise<string> {
  return leadsTo(await press(begun.url, cookie)).searchParams.get('code') ?? '';
}

/** The response of an OAuth endpoint. */
export interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Posts a form to an OAuth endpoint. */
export async function send(
  app: TestApp,
  form: Changes,
  { path = 'token', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const sent = { method: 'POST', headers, body: parametersOf({ client_id: 'dashboard', ...form }) };
  const response = await fetch(`${app.url}/oauth/${path}`, sent);
  const text = await response.text();
  const body = text === '' ? {} : recordAt(JSON.parse(text));
  return { status: response.status, body, headers: response.headers };
}

/** Redeems a code of the dashboard. */
export const redeem = (app: TestApp, code: string, changes: Changes) =>
  send(app, { grant_type: 'authorization_code', code, redirect_uri: DASHBOARD, ...changes });

/** Exchanges a refresh token of the dashboard. */
export const refresh = (app: TestApp, token: string, changes: Changes = {}) =>
  send(app, { grant_type: 'refresh_token', refresh_token: token, ...changes });

/** The tokens in a response; fails where there are none. */
export function tokensOf({ status, body }: Answered): { access: string; refresh: string } {
  if (status !== 200) throw new Error(`No tokens, but ${status} ${JSON.stringify(body)}`);
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

/** The tokens of a whole sign-in to the dashboard. */
export async function signIn(app: TestApp, cookie: string, changes: Changes = {}) {
  const begun = begin(app, changes);
  const code = await codeOf(begun, cookie);
  return tokensOf(await redeem(app, code, { code_verifier: begun.verifier }));
}

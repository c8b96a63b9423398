import { describe, expect, test } from '@jest/globals';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  None,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import { botOf, parrot } from '../../support/botOf.js';
import {
  begin,
  leadsTo,
  OAUTH_CLIENTS,
  open,
  press,
  redeem,
  refresh,
  send,
  signedInBrowser,
  signIn,
  tokensOf,
} from '../../support/oauthFlow.js';
import { recordAt } from '../../support/parts.js';
import { bodyOf, queryGraphql } from '../../support/transports.js';
import { rowsOf } from '../../support/rows.js';
import { makePublished, restOf, useApp } from '../../support/useApp.js';
import { openWatcher, watch } from '../../support/watcher.js';

const app = useApp({ OAUTH_CLIENTS }, { timeouts: { tokensKnownFor: 100 } });
const owner = restOf(app);

/** The status of a REST call with a token. */
const statusWith = async (token: string) => (await owner.readMe({}, { token })).ok;

describe('a client library', () => {
  test('finds the endpoints, signs a person in, refreshes, calls the API and signs out', async () => {
    const cookie = await signedInBrowser(app());
    const config = await discovery(new URL(app().url), 'cli', undefined, None(), {
      algorithm: 'oauth2',
      execute: [allowInsecureRequests],
    });
    const verifier = randomPKCECodeVerifier();
    const redirect_uri = 'http://127.0.0.1:49152/callback';
    const url = buildAuthorizationUrl(config, {
      ...{ redirect_uri, state: 'mine', scope: 'BOTS_READ WORKSPACE_READ' },
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const back = leadsTo(await press(url.href, cookie));
    expect(back.href).toMatch(/^http:\/\/127\.0\.0\.1:49152\/callback\?code=/);
    const checks = { expectedState: 'mine', pkceCodeVerifier: verifier };
    const tokens = await authorizationCodeGrant(config, back, checks);
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 600,
      scope: 'BOTS_READ WORKSPACE_READ',
    });
    const { user } = await bodyOf(owner.readMe({}, { token: tokens.access_token }));
    expect(user.name).toBe('Owner');
    const next = await refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    await tokenRevocation(config, next.refresh_token ?? '');
    expect(await statusWith(next.access_token)).toBe(false);
    expect(await statusWith(tokens.access_token)).toBe(false);
  });
});

describe('the page where a person agrees', () => {
  test('names the person, the client, where it is and what it may do, and can be refused', async () => {
    const cookie = await signedInBrowser(app());
    const { url } = begin(app(), { scope: 'RESULTS_READ' });
    const response = await open(url, cookie);
    const page = await response.text();
    expect(page).toContain('Sign in to dashboard?');
    expect(page).toContain('You are Owner. dashboard (at dash.example.com) may then');
    expect(page).toContain('<li>Read results, and the bots they are of.</li>');
    expect(response.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://dash.example.com; frame-ancestors 'none'",
    );
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const back = leadsTo(await press(url, cookie, 'refuse'));
    expect(Object.fromEntries(back.searchParams)).toEqual({
      tab: '1',
      error: 'access_denied',
      error_description: 'the person refused',
      state: 'the state',
      iss: app().url,
    });
  });

  test('comes after signing in, in whatever way, for somebody who was not signed in', async () => {
    const { url } = begin(app());
    const away = await open(url);
    expect([away.status, away.headers.get('location')]).toEqual([303, '/sign-in']);
    const kept = away.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { user } = await bodyOf(owner.readMe({}));
    const link = `insert into api_token (id, user_id, kind, name, hash, prefix, created_at, expires_at)
      values ('tok_l', $1, 'LINK', 'L', encode(sha256('the-link'), 'hex'), 'x', now(), now() + interval '1 day')`;
    await rowsOf(app().databaseUrl, link, [user.id]);
    const signed = await fetch(`${app().url}/sign-in/link/the-link`, {
      method: 'POST',
      headers: { cookie: kept },
    });
    const [, href = ''] = /<a href="(.*?)">Go on/.exec(await signed.text()) ?? [];
    expect(`${app().url}${href.replaceAll('&amp;', '&')}`).toBe(url);
    const cookie = signed.headers.getSetCookie().find((one) => one.startsWith('parley_session='));
    expect(await (await open(url, cookie?.split(';')[0])).text()).toContain(
      'Sign in to dashboard?',
    );
  });

  test('is shown again if somebody else has signed in since', async () => {
    const { url } = begin(app());
    const response = await fetch(url, {
      method: 'POST',
      headers: { cookie: await signedInBrowser(app()), origin: app().url },
      body: new URLSearchParams({ person: 'usr_before', decision: 'allow' }),
      redirect: 'manual',
    });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('You are Owner'),
    ]);
  });
});

describe('an access token', () => {
  test('works where tokens of programs work: REST, GraphQL, sockets and chats', async () => {
    const { access: token } = await signIn(app(), await signedInBrowser(app()));
    expect(await statusWith(token)).toBe(true);
    const query = '{ viewer { user { name } } }';
    const { data } = await queryGraphql(app().url, { query }, { token });
    expect(data).toEqual({ viewer: { user: { name: 'Owner' } } });
    const { publicId } = await makePublished(owner, botOf(parrot));
    const { sessionId } = await bodyOf(owner.startChat({ publicId }, { token }));
    const client = openWatcher(app().url, { authorization: `Bearer ${token}` });
    await watch(client, sessionId).until(1);
    await client.dispose();
  });

  test('carries its scopes only, and a refresh may ask for fewer', async () => {
    const tokens = await signIn(app(), await signedInBrowser(app()), {
      scope: 'WORKSPACE_READ BOTS_READ',
    });
    const make = (token: string) => owner.createWorkspace({ name: 'Acme' }, { token });
    expect(await make(tokens.access)).toMatchObject({ ok: false, code: 'FORBIDDEN' });
    const more = await refresh(app(), tokens.refresh, { scope: 'WORKSPACE_ADMIN' });
    expect([more.status, more.body['error']]).toEqual([400, 'invalid_scope']);
    const fewer = await refresh(app(), tokens.refresh, { scope: 'BOTS_READ' });
    expect(fewer.body['scope']).toBe('BOTS_READ');
  });

  test('works for ten minutes, also in chats', async () => {
    const { access: token } = await signIn(app(), await signedInBrowser(app()));
    const { publicId } = await makePublished(owner, botOf(parrot));
    const start = async () => (await owner.startChat({ publicId }, { token })).ok;
    expect(await start()).toBe(true);
    const [lasts] = await rowsOf(
      app().databaseUrl,
      `update api_token set expires_at = now() where hash = encode(sha256($1), 'hex')
        returning extract(epoch from (expires_at - created_at)) < 60 as ended`,
      [token],
    );
    expect(lasts).toEqual({ ended: true });
    expect(await statusWith(token)).toBe(false);
    while (await start());
  });

  test('ends when the person signs out of the browser in which they agreed', async () => {
    const cookie = await signedInBrowser(app());
    const tokens = await signIn(app(), cookie);
    const others = await signIn(app(), await signedInBrowser(app()));
    await fetch(`${app().url}/sign-out`, { method: 'POST', headers: { cookie } });
    expect(await statusWith(tokens.access)).toBe(false);
    expect((await refresh(app(), tokens.refresh)).body['error']).toBe('invalid_grant');
    expect(await statusWith(others.access)).toBe(true);
  });

  test('closes its sockets when the sign-in ends', async () => {
    const tokens = await signIn(app(), await signedInBrowser(app()));
    const { botId } = await makePublished(owner, botOf(parrot));
    const client = openWatcher(app().url, { authorization: `Bearer ${tokens.access}` });
    const query = `subscription { botChanged(botId: "${botId}", afterRevision: 0) { revision } }`;
    const stream = client.iterate({ query });
    await stream.next();
    const ended = stream.next().catch((close: unknown) => recordAt(close)['code']);
    await send(app(), { token: tokens.refresh }, { path: 'revoke' });
    let last = await ended;
    while (last !== 4403)
      last = await stream.next().catch((close: unknown) => recordAt(close)['code']);
    await client.dispose();
  });
});

describe('a refresh token', () => {
  test('may be sent again within seconds, because the answer may have been lost', async () => {
    const tokens = await signIn(app(), await signedInBrowser(app()));
    const both = await Promise.all([
      refresh(app(), tokens.refresh),
      refresh(app(), tokens.refresh),
    ]);
    const [one, other] = both.map(tokensOf);
    expect(one?.refresh).toBe(other?.refresh);
    expect(one?.access).not.toBe(other?.access);
    expect((await refresh(app(), one?.refresh ?? '')).status).toBe(200);
  });

  test('lasts seven days without use, and thirty in all', async () => {
    const tokens = await signIn(app(), await signedInBrowser(app()));
    const days = `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sign_in
      order by id desc limit 1`;
    expect(await rowsOf(app().databaseUrl, days)).toEqual([{ days: 7 }]);
    await rowsOf(
      app().databaseUrl,
      `update sign_in set created_at = now() - interval '28 days' where id = (select max(id) from sign_in)`,
    );
    const next = tokensOf(await refresh(app(), tokens.refresh));
    expect(await rowsOf(app().databaseUrl, days)).toEqual([{ days: 2 }]);
    await rowsOf(
      app().databaseUrl,
      'update sign_in set expires_at = now() where id = (select max(id) from sign_in)',
    );
    const late = await refresh(app(), next.refresh);
    expect([late.status, late.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

test('the answer with tokens may not be stored, and says what was given', async () => {
  const begun = begin(app());
  const cookie = await signedInBrowser(app());
  const back = leadsTo(await press(begun.url, cookie));
  expect([...back.searchParams.keys()]).toEqual(['tab', 'code', 'state', 'iss']);
  const code = back.searchParams.get('code') ?? '';
  const { headers, body } = await redeem(app(), code, { code_verifier: begun.verifier });
  expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
  expect(Object.keys(body).sort()).toEqual([
    ...['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'],
  ]);
});

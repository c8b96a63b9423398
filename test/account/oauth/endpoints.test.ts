import { describe, expect, test } from '@jest/globals';
import { startTestApp } from '../../support/app.js';
import {
  begin,
  codeOf,
  DASHBOARD,
  OAUTH_CLIENTS,
  redeem,
  refresh,
  send,
  signedInBrowser,
  tokensOf,
  type Changes,
} from '../../support/oauthFlow.js';
import { rowsOf } from '../../support/rows.js';
import { useApp } from '../../support/useApp.js';

const app = useApp({ OAUTH_CLIENTS });

describe('the endpoint for tokens refuses', () => {
  const right = { grant_type: 'refresh_token', refresh_token: 'x' };
  test.each<[string, Changes, string]>([
    ['no grant', { grant_type: undefined }, 'invalid_request'],
    ['passwords', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a name of every object as the grant', { grant_type: 'toString' }, 'unsupported_grant_type'],
    ['two grants', { grant_type: ['refresh_token', 'refresh_token'] }, 'invalid_request'],
    ['two tokens', { refresh_token: ['x', 'y'] }, 'invalid_request'],
    ['an empty token', { refresh_token: '' }, 'invalid_request'],
    ['no client', { client_id: undefined }, 'invalid_request'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['a client with a secret', { client_secret: 'guess' }, 'invalid_client'],
    ['an unknown token', {}, 'invalid_grant'],
    [
      'a code without a verifier',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: DASHBOARD },
      'invalid_request',
    ],
    [
      'a short verifier',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: DASHBOARD, code_verifier: 'x' },
      'invalid_request',
    ],
    [
      'a code without an address',
      { grant_type: 'authorization_code', code: 'x', code_verifier: 'v'.repeat(43) },
      'invalid_request',
    ],
  ])('%s', async (_what, changes, error) => {
    const { status, body, headers } = await send(app(), { ...right, ...changes });
    expect([status, body['error']]).toEqual([400, error]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(String(body['error_description'])).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('other bodies than forms, large ones, and parameters in the address', async () => {
    const post = async (init: RequestInit, query = '') => {
      const response = await fetch(`${app().url}/oauth/token${query}`, { method: 'POST', ...init });
      return [response.status, await response.json()];
    };
    const error = expect.objectContaining({ error: 'invalid_request' });
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(right) };
    expect(await post(json)).toEqual([400, error]);
    expect(await post({}, '?grant_type=refresh_token&refresh_token=x&client_id=cli')).toEqual([
      400,
      error,
    ]);
    expect(await post({ body: new URLSearchParams({ a: 'x'.repeat(9_000) }) })).toEqual([
      413,
      error,
    ]);
    expect((await fetch(`${app().url}/oauth/token`)).status).toBe(404);
  });
});

describe('pages of other origins', () => {
  const call = (origin: string, init: RequestInit = {}) =>
    fetch(`${app().url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'dashboard' }),
      ...init,
      headers: { origin, ...init.headers },
    });

  test.each(['https://dash.example.com', 'http://localhost:5173', 'http://127.0.0.1:4000'])(
    'may redeem codes if a client returns there: %s',
    async (origin) => {
      const preflight = await call(origin, {
        ...{ method: 'OPTIONS', body: null },
        headers: {
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-a',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('x-a');
      for (const { headers } of [preflight, await call(origin)]) {
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect(headers.get('vary')).toBe('Origin');
      }
    },
  );

  test.each(['https://evil.example.com', 'null', 'http://dash.example.com', 'http://localhost:1'])(
    'may not otherwise: %s',
    async (origin) => {
      const response = await call(origin);
      expect([response.status, await response.json()]).toMatchObject([
        403,
        { error: 'invalid_request' },
      ]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

test('nothing is open on a server that lists no clients', async () => {
  const closed = await startTestApp();
  for (const path of ['oauth/authorize', 'oauth/token', '.well-known/oauth-authorization-server']) {
    expect((await fetch(`${closed.url}/${path}`)).status).toBe(404);
  }
  await closed.close();
});

test('secrets are not in the log and not in the database', async () => {
  const lines: string[] = [];
  const logging = await startTestApp({ OAUTH_CLIENTS, LOG_LEVEL: 'trace' }, (line) =>
    lines.push(line),
  );
  const cookie = await signedInBrowser(logging);
  const begun = begin(logging, { state: 'the-secret-state' });
  const code = await codeOf(begun, cookie);
  const tokens = tokensOf(await redeem(logging, code, { code_verifier: begun.verifier }));
  const next = tokensOf(await refresh(logging, tokens.refresh));
  await refresh(logging, `${tokens.refresh.slice(0, -3)}xyz`);
  const rows = await rowsOf(
    logging.databaseUrl,
    'select to_json(s)::text as row from sign_in s union all select to_json(t)::text from api_token t',
  );
  const stored = JSON.stringify(rows) + lines.join('');
  expect(lines.join('')).toContain('no tokens were issued');
  const secrets = [code, begun.verifier, tokens.access, next.access, 'the-secret-state'];
  for (const secret of [...secrets, ...tokens.refresh.split('.'), ...next.refresh.split('.')]) {
    expect(stored).not.toContain(secret);
  }
  await logging.close();
});

test('the metadata belongs to this server, also below a path', async () => {
  const below = await startTestApp({ OAUTH_CLIENTS, PUBLIC_URL: 'https://example.com/chat' });
  const wellKnown = `${below.url}/.well-known/oauth-authorization-server`;
  const of = async (path: string) => {
    const response = await fetch(wellKnown + path);
    return [
      response.status,
      response.headers.get('access-control-allow-origin'),
      await response.json(),
    ];
  };
  const ours = {
    issuer: 'https://example.com/chat',
    authorization_endpoint: 'https://example.com/chat/oauth/authorize',
    token_endpoint: 'https://example.com/chat/oauth/token',
    revocation_endpoint: 'https://example.com/chat/oauth/revoke',
    code_challenge_methods_supported: ['S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
  expect(await of('')).toMatchObject([200, '*', ours]);
  expect(await of('/chat')).toMatchObject([200, '*', ours]);
  expect(await of('/other')).toMatchObject([404, '*', {}]);
  await below.close();
});

test('the rate limit of the endpoint for tokens has an answer of its form', async () => {
  const limited = await startTestApp({
    OAUTH_CLIENTS,
    RATE_LIMITS: 'on',
    RATE_LIMIT_RULES: 'oauth=2/min',
  });
  const sent = { grant_type: 'refresh_token', refresh_token: 'x' };
  for (const status of [400, 400, 429]) {
    const answer = await send(limited, sent);
    expect(answer.status).toBe(status);
    if (status === 429) {
      expect(answer.body['error']).toBe('temporarily_unavailable');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  }
  await limited.close();
});

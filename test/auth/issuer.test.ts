import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import express from 'express';
import { openSecretBox } from '../../src/auth/secretBox.js';
import { createHttp } from '../../src/integrations/http.js';
import { keepAttempt, takeAttempt } from '../../src/account/signIn/attempt.js';
import { openIssuer, type Issuer } from '../../src/account/signIn/issuer.js';
import { personOf } from '../../src/account/signIn/person.js';
import { CLIENT, startProvider, type Provider } from '../support/oidcProvider.js';

const MINUTE = 60_000;

let provider: Provider;
let now = Date.now();

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(async () => provider.close());
beforeEach(() => {
  Object.assign(provider, { twist: {}, says: {}, proof: 'unsaid', isDown: false });
  provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
});

function open({ secret = CLIENT.secret, allowed = provider.host } = {}): Issuer {
  const settings = {
    issuer: provider.url,
    clientId: CLIENT.id,
    clientSecret: secret || undefined,
    name: 'Acme',
    scopes: 'openid email',
    signUp: 'invited' as const,
    publicUrl: 'https://parley.example.com',
  };
  return openIssuer(settings, createHttp({ allowedHosts: [allowed] }), () => now);
}

/** The person who signs in by all steps. */
async function signIn(issuer: Issuer) {
  const { url, attempt } = await issuer.begin();
  const agreed = await fetch(url, { redirect: 'manual' });
  return issuer.finish(new URL(agreed.headers.get('location') ?? '').searchParams, attempt);
}

describe('an issuer', () => {
  test.each([
    ['that takes a secret in the header', 'unsaid', CLIENT.secret],
    ['that takes a secret in the body', 'client_secret_post', CLIENT.secret],
    ['that knows this server without a secret', 'none', ''],
  ] as const)('%s says who signs in', async (_, proof, secret) => {
    Object.assign(provider, { proof });
    expect(await signIn(open({ secret }))).toEqual({
      issuer: provider.url,
      subject: 'ada',
      email: 'ada@example.com',
      name: null,
    });
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'https://evil.example.com' }],
    ['an end in the past', { exp: 1_700_000_000 }],
  ])('signs nobody in by a token with %s', async (_, twist) => {
    provider.twist = twist;
    await expect(signIn(open())).rejects.toMatchObject({ kind: 'wrong' });
  });

  test('may change its keys at any time, but every key must be published', async () => {
    const issuer = open();
    await signIn(issuer);
    provider.rotate(true);
    await signIn(issuer);
    provider.rotate(false);
    await expect(signIn(issuer)).rejects.toMatchObject({ kind: 'wrong' });
    provider.rotate(true);
  });

  test('exchanges a code only for the secret with which the attempt began', async () => {
    const issuer = open();
    const { attempt: others } = await issuer.begin();
    const { url, attempt } = await issuer.begin();
    const agreed = await fetch(url, { redirect: 'manual' });
    const query = new URL(agreed.headers.get('location') ?? '').searchParams;
    const mixed = { ...attempt, verifier: others.verifier };
    await expect(issuer.finish(query, mixed)).rejects.toMatchObject({ kind: 'stale' });
  });

  test('is asked for its configuration every ten minutes, and at once after a failure', async () => {
    const issuer = open();
    const countAsked = () =>
      provider.asked.filter((path) => path.startsWith('/.well-known')).length;
    const before = countAsked();
    provider.isDown = true;
    await expect(issuer.begin()).rejects.toMatchObject({ kind: 'down' });
    provider.isDown = false;
    for (const [later, times] of [
      [0, 2],
      [9, 2],
      [2, 3],
    ] as const) {
      now += later * MINUTE;
      await Promise.all([issuer.begin(), issuer.begin()]);
      expect(countAsked() - before).toBe(times);
    }
  });

  test('in a private network gets no requests unless that is allowed', async () => {
    const before = provider.asked.length;
    await expect(open({ allowed: '' }).begin()).rejects.toMatchObject({ kind: 'down' });
    expect(provider.asked.length).toBe(before);
  });

  test.each(['jwks_uri', 'token_endpoint'])(
    'leads nowhere into our network by its %s',
    async (name) => {
      const { port } = new URL(provider.url);
      provider.says = { [name]: `http://localhost:${port}/inside` };
      await expect(signIn(open())).rejects.toMatchObject({ kind: 'down' });
      expect(provider.asked).not.toContain('/inside');
    },
  );
});

describe('an attempt', () => {
  const secrets = openSecretBox({ secretKey: 'a key that is long enough for a test', dataDir: '' });
  const attempt = { state: 's', nonce: 'n', verifier: 'v', userId: 'usr_1' };
  let server: Server;
  let url = '';
  let publicUrl: string | undefined;

  beforeAll(async () => {
    const keeper = () => ({ secrets, publicUrl, now: () => now });
    const app = express();
    app.get('/leave', async (request, response) => {
      await keepAttempt({ request, response }, keeper(), attempt);
      response.end();
    });
    app.get('/back', async (request, response) => {
      response.json({ attempt: await takeAttempt({ request, response }, keeper()) });
    });
    server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const leave = async (headers: Record<string, string> = {}) =>
    (await fetch(`${url}/leave`, { headers })).headers.getSetCookie()[0] ?? '';

  test('expires after ten minutes', async () => {
    const headers = { cookie: (await leave()).split(';')[0] ?? '' };
    const back = async () => (await fetch(`${url}/back`, { headers })).json();
    now += 9 * MINUTE;
    expect(await back()).toEqual({ attempt });
    now += MINUTE;
    expect(await back()).toEqual({});
  });

  test('uses a secure cookie if the public address is https', async () => {
    const kind = /; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/;
    expect(await leave()).not.toContain('Secure');
    expect(await leave({ 'x-forwarded-proto': 'https, http' })).toMatch(kind);
    publicUrl = 'https://parley.example.com';
    expect(await leave({ 'x-forwarded-proto': 'http' })).toMatch(kind);
    publicUrl = undefined;
  });
});

describe('an address', () => {
  const emailOf = (email: unknown, verified: unknown = true) =>
    personOf({ iss: 'https://acme.example', sub: '1' }, { email, email_verified: verified }).email;

  test('is the same in capital letters, and a different one with a plus sign', () => {
    expect(emailOf('Ada@Example.COM', 'true')).toBe('ada@example.com');
    expect(emailOf('ada+chat@example.com')).toBe('ada+chat@example.com');
  });

  test('with letters that only look alike is a different address', () => {
    expect(emailOf('mar\u212A@example.com')).not.toBe('mark@example.com');
    const odd = ['ada@example.com@evil.example', 'ada\u0000@example.com', 'a da@example.com', 7];
    for (const email of odd) expect(emailOf(email)).toBeNull();
  });

  test.each([false, 'false', undefined, 1, 'yes'])(
    'counts for nothing when verified is %p',
    (said) => {
      expect(
        personOf({ iss: 'i', sub: '1' }, { email: 'a@b.c', email_verified: said }).email,
      ).toBeNull();
    },
  );
});

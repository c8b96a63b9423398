import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EffectResult, OutsideEffect } from '../../src/engine/index.js';
import { createHttp } from '../../src/integrations/http.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import { authority, clientPair, hostPair } from '../support/certificates.js';
import {
  at,
  type ConnectProxy,
  elsewhere,
  openConnectProxy,
  port,
  seen,
  to,
  useOutsideServers,
} from '../support/outsideServer.js';
import { partAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';

useOutsideServers();

type Effect = Extract<OutsideEffect, { kind: 'httpRequest' }>;

let secure: Server;
let secureAt = '';
let proxy: ConnectProxy;
let vault: Record<string, { type: string; data: unknown }> = {};
beforeAll(async () => {
  proxy = await openConnectProxy();
  const options = { ...hostPair, ca: authority, requestCert: true, rejectUnauthorized: false };
  secure = createServer(options, ({ socket, headers }, response) => {
    const shown = socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : '';
    response.end(JSON.stringify({ shown: shown ?? '', host: headers.host }));
  });
  await new Promise((resolve) => secure.listen(0, '127.0.0.1', () => resolve(undefined)));
  secureAt = `https://api.example.com:${(secure.address() as AddressInfo).port}`; // It listens.
});
afterAll(() => {
  secure.close();
  proxy.close();
});
beforeEach(() => {
  proxy.asked.length = 0;
  proxy.status = 200;
  vault = {
    proxy: {
      type: 'http proxy',
      data: { url: `http://me:canary%2Dproxy@127.0.0.1:${proxy.port}` },
    },
    basic: {
      type: 'http basic auth',
      data: { origin: `${at('/any')}`, username: 'me', password: 'canary-basic' },
    },
    certificate: {
      type: 'http client certificate',
      data: { origin: secureAt, ...clientPair, authority },
    },
    other: { type: 'openai', data: { apiKey: 'canary-other' } },
  };
});

const send = async (effect: Partial<Effect>, origin: object = {}): Promise<EffectResult> => {
  const allowedHosts = ['127.0.0.1', 'api.example.com', 'www.example.com'];
  const logged: unknown[] = [];
  const http = createHttp({
    allowedHosts,
    resolve: async () => ['127.0.0.1'],
    log: { debug: (fields) => void logged.push(fields) },
  });
  const openSecrets = async ({ credentialsId }: { credentialsId: string }) => vault[credentialsId];
  const handle = createHandleEffect(standIn({}), http, { openSecrets });
  const request = { kind: 'httpRequest', method: 'GET', url: at('/hello'), headers: {} } as const;
  const result = await handle({ ...request, timeoutMs: 20_000, ...effect }, 'ses_1', {
    ...{ botId: 'bot', reach: undefined },
    ...origin,
  });
  expect(JSON.stringify([result, logged])).not.toContain('canary');
  return result;
};
const statusOf = async (effect: Partial<Effect>): Promise<unknown> =>
  partAt(await send(effect), 'value.statusCode');
const errorOf = async (effect: Partial<Effect>): Promise<unknown> =>
  partAt(await send(effect), 'value.error');

describe('a request through a proxy', () => {
  const through = { proxyCredentialsId: 'proxy' };

  test('goes through a tunnel to the address that was checked, with the name and password of the proxy', async () => {
    expect(await send({ ...through, headers: { 'x-own': '1' } })).toEqual({
      ok: true,
      value: { statusCode: 200, body: 'hello' },
    });
    const authorization = `Basic ${Buffer.from('me:canary-proxy').toString('base64')}`;
    expect(proxy.asked).toEqual([{ target: `127.0.0.1:${port}`, authorization }]);
    expect(seen[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, 'x-own': '1' });
    expect(JSON.stringify(seen)).not.toMatch(/canary|proxy-auth/);
  });

  test('goes through it again after a redirect', async () => {
    expect(await statusOf({ ...through, url: to(302, elsewhere('/hello')) })).toBe(200);
    expect(proxy.asked).toHaveLength(2);
    expect(await statusOf({ ...through, method: 'POST', url: to(303, at('/hello')) })).toBe(200);
    expect(proxy.asked).toHaveLength(4);
  });

  test('speaks TLS with the host, not with the proxy', async () => {
    const credentials = { ...through, clientCertificateCredentialsId: 'certificate' };
    const result = await send({ ...credentials, url: secureAt });
    const body = JSON.stringify({ shown: 'parley', host: new URL(secureAt).host });
    expect(result).toEqual({ ok: true, value: { statusCode: 200, body } });
    expect(proxy.asked[0]?.target).toBe(`127.0.0.1:${new URL(secureAt).port}`);
  });

  test('reports the answer of the proxy, and a proxy that cannot be reached', async () => {
    proxy.status = 407;
    expect(await errorOf(through)).toBe('The proxy refused the connection with status 407');
    vault['proxy'] = { type: 'http proxy', data: { url: 'http://127.0.0.1:1' } };
    expect(await errorOf(through)).toBe('The proxy could not be reached');
    vault['proxy'] = { type: 'http proxy', data: { url: 'socks5://127.0.0.1:1' } };
    expect(await errorOf(through)).toMatch(/^The proxy cannot be used: only http and https/);
    expect(seen).toEqual([]);
  });

  test('is not sent without the credentials, or with credentials of another kind', async () => {
    const missing = 'The credentials of type "http proxy" are missing';
    expect(await errorOf({ proxyCredentialsId: 'none' })).toBe(missing);
    expect(await errorOf({ proxyCredentialsId: 'other' })).toBe(missing);
    expect(seen).toEqual([]);
  });

  test('is aborted once nobody needs it', async () => {
    const gone = new AbortController();
    const sent = send({ ...through, url: at('/silent') }, { abandoned: gone.signal });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    gone.abort();
    expect(partAt(await sent, 'value.error')).toBe('the request was stopped');
  });
});

describe('a request with credentials', () => {
  test('sends name and password to their own origin, in place of what the author wrote', async () => {
    const basic = { basicAuthCredentialsId: 'basic', headers: { Authorization: 'Bearer mine' } };
    expect(await statusOf(basic)).toBe(200);
    const authorization = `Basic ${Buffer.from('me:canary-basic').toString('base64')}`;
    expect(seen[0]?.headers.authorization).toBe(authorization);
  });

  test('sends them to no other origin, not even after a redirect', async () => {
    const basic = { basicAuthCredentialsId: 'basic' };
    const refused = `These credentials are for http://127.0.0.1:${port} only`;
    expect(await errorOf({ ...basic, url: elsewhere('/hello') })).toBe(refused);
    expect(seen).toEqual([]);
    expect(await statusOf({ ...basic, url: to(302, elsewhere('/hello')) })).toBe(200);
    expect(seen.map(({ headers }) => typeof headers.authorization)).toEqual([
      ...['string', 'undefined'],
    ]);
    vault['basic'] = { type: 'http basic auth', data: { origin: '', username: '', password: '' } };
    expect(await errorOf(basic)).toBe('These credentials are for no valid address only');
  });

  test('shows its certificate only to its own origin', async () => {
    const shown = { clientCertificateCredentialsId: 'certificate' };
    expect(partAt(await send({ ...shown, url: secureAt }), 'value.body')).toContain('parley');
    expect(await errorOf({ ...shown, url: at('/hello') })).toMatch(/^These credentials are for/);
    // The authority, too, is trusted only for that origin.
    const moved = to(302, secureAt.replace('api.', 'www.'));
    expect(await statusOf({ url: moved })).toBe(500);
    expect(await statusOf({ url: secureAt })).toBe(500);
  });
});

describe('a request that is repeated', () => {
  const flaky = (statuses: string) => at(`/sequence?${statuses}`);

  test('is sent again until it succeeds, as often as its block says', async () => {
    expect(await statusOf({ url: flaky('503,502,200'), retries: 2 })).toBe(200);
    expect(seen).toHaveLength(3);
    seen.length = 0;
    expect(await statusOf({ url: flaky('503,503,503'), retries: 1 })).toBe(503);
    expect(seen).toHaveLength(2);
  });

  test('is not sent again without the option, or after an answer that will not change', async () => {
    expect(await statusOf({ url: flaky('503,200') })).toBe(503);
    expect(await statusOf({ url: flaky('404,200'), retries: 5 })).toBe(404);
    expect(seen).toHaveLength(2);
  });

  test('may change something only where its author sends an idempotency key', async () => {
    const post = { method: 'POST', url: flaky('503,200'), retries: 1 };
    expect(await statusOf(post)).toBe(503);
    expect(
      await statusOf({ ...post, url: flaky('502,200'), headers: { 'Idempotency-Key': 'k' } }),
    ).toBe(200);
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'k', 'k']);
  });

  test('waits as long as the host asks, but never beyond its time limit', async () => {
    expect(await statusOf({ url: flaky('429,200'), retries: 1 })).toBe(200);
    seen.length = 0;
    const late = { url: at('/later'), retries: 5 };
    expect(await statusOf(late)).toBe(429);
    expect(seen).toHaveLength(1);
  });

  test('is sent again after a connection that broke off', async () => {
    expect(await statusOf({ url: at('/break-off'), retries: 1 })).toBe(500);
    expect(seen).toHaveLength(2);
  });

  test('is not sent again once nobody needs it', async () => {
    const gone = new AbortController();
    const url = flaky('503,503,503,200');
    const sent = send({ url, retries: 5 }, { abandoned: gone.signal });
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    gone.abort();
    expect(partAt(await sent, 'value.error')).toBe('the request was stopped');
    expect(seen).toHaveLength(1);
  });
});

describe('a form', () => {
  const form = (...parts: NonNullable<Effect['form']>): Partial<Effect> => ({
    ...{ method: 'POST', url: at('/echo'), form: parts },
    headers: { 'Content-Type': 'multipart/form-data' },
  });

  test('has values and files, by their content or their address', async () => {
    const sent = form(
      { name: 'Name "x"', value: 'Ada' },
      { name: 'a', file: { fileName: 'a.txt', contentType: 'text/x', content: 'text é' } },
      { name: 'b', file: { fileName: 'b.bin', base64: Buffer.from('bytes').toString('base64') } },
      { name: 'c', file: { fileName: 'c.txt', url: at('/hello') } },
    );
    await send(sent);
    const { headers, body } = seen.at(-1) ?? {};
    const received = new Response(body, {
      headers: { 'content-type': headers?.['content-type'] ?? '' },
    });
    const fields = await received.formData();
    expect(fields.get('Name "x"')).toBe('Ada');
    const files = ['a', 'b', 'c'].map((name) => fields.get(name) as File); // Sent as files.
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['a.txt', 'text/x'],
      ['b.bin', 'application/octet-stream'],
      ['c.txt', 'application/octet-stream'],
    ]);
    expect(await Promise.all(files.map((file) => file.text()))).toEqual([
      'text é',
      'bytes',
      'hello',
    ]);
  });

  test('is not sent when a file is missing, private or too large', async () => {
    const file = (url: string) => form({ name: 'a', file: { fileName: 'a', url } });
    expect(await errorOf(file(at('/teapot')))).toBe('A file of the form was answered with 418');
    expect(await errorOf(file('http://10.0.0.1/'))).toMatch(/no address on the public internet/);
    const large = { name: 'a', file: { fileName: 'a', content: 'x'.repeat(3_000_000) } };
    expect(await errorOf(form(large, large))).toBe('The files of the form are too large');
    expect(seen.filter(({ path }) => path === '/echo')).toEqual([]);
  });
});

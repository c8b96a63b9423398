import { describe, expect, test } from '@jest/globals';
import { at, elsewhere, open, seen, to, useOutsideServers } from '../support/outsideServer.js';

useOutsideServers();

describe('the fetch of a library', () => {
  test('sends the request as given, and returns status, headers and body', async () => {
    const send = open().openFetch({ callKey: 'k1' });
    const body = new Uint8Array([0, 1, 104]);
    const response = await send(at('/echo'), { method: 'POST', body, headers: { 'X-Own': 'a' } });
    expect(seen[0]?.headers).toMatchObject({
      ...{ 'x-own': 'a', 'idempotency-key': 'k1', 'content-length': '3' },
    });
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body);
    const hello = await send(at('/hello'));
    expect(hello.headers.get('x-a')).toBe('1, 2');
    expect((await send(at('/teapot'))).status).toBe(418);
  });

  test('returns the body as it arrives', async () => {
    const response = await open().openFetch()(at('/drip'));
    const reader = response.body?.getReader();
    const first: unknown = await reader?.read();
    expect(first).toEqual({ done: false, value: Buffer.from('x') });
    await reader?.cancel();
  });

  test.each(['/gzip', '/br', '/deflate'])('unpacks %s', async (path) => {
    expect(await (await open().openFetch()(at(path))).text()).toBe('packed');
  });

  test('goes through the guard, redirects too', async () => {
    const blocked = { name: 'NoResponse', code: 'blocked' };
    await expect(open({ allowedHosts: [] }).openFetch()(at('/hello'))).rejects.toMatchObject(
      blocked,
    );
    const metadata = to(302, 'http://169.254.169.254/');
    await expect(open().openFetch()(metadata)).rejects.toMatchObject(blocked);
    await open().openFetch()(to(307, elsewhere('/hello')), { headers: { authorization: 'a' } });
    expect(seen.at(-1)?.headers.authorization).toBeUndefined();
    expect(seen).toHaveLength(3);
  });

  test('fails if the body is too long, too slow or cut off, or if the library aborts', async () => {
    const read = async (path: string, use = {}, init = {}) =>
      (await open().openFetch(use)(at(path), init)).text();
    await expect(read('/large', { responseBytes: 1_000 })).rejects.toThrow('too large');
    await expect(read('/bomb', { responseBytes: 1_000_000 })).rejects.toThrow('too large');
    await expect(read('/drip', { timeoutMs: 200 })).rejects.toThrow();
    await expect(read('/break-off')).rejects.toThrow();
    await expect(read('/cut-gzip')).rejects.toThrow();
    await expect(read('/silent', { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
    await expect(read('/silent', {}, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect(
      read('/echo', { requestBytes: 5 }, { method: 'POST', body: 'longer' }),
    ).rejects.toMatchObject({ code: 'badRequest', message: 'the body is too large' });
  });
});

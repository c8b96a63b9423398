import { describe, expect, test } from '@jest/globals';
import {
  at,
  elsewhere,
  open,
  port,
  seen,
  to,
  useOutsideServers,
} from '../support/outsideServer.js';

useOutsideServers();

describe('a request', () => {
  test('returns status, headers and body, whatever the status is', async () => {
    const hello = { ok: true, status: 200, body: 'hello', headers: { 'x-a': '1, 2' } };
    expect(await open().send({ url: at('/hello') })).toMatchObject(hello);
    const teapot = { ok: true, status: 418, body: 'short' };
    expect(await open().send({ url: at('/teapot') })).toMatchObject(teapot);
  });

  test('sends method, headers and body, with a length for every method', async () => {
    const headers = { 'Content-Type': 'text/plain', 'X-Own': ' é ' };
    for (const method of ['post', 'DELETE']) {
      await open().send({ url: at('/echo?a=b#c'), method, headers, body: 'ünï' });
    }
    expect(seen.map((entry) => entry.method)).toEqual(['POST', 'DELETE']);
    expect(seen.map((entry) => entry.body)).toEqual(['ünï', 'ünï']);
    expect(seen[1]?.path).toBe('/echo?a=b');
    expect(seen[1]?.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '5',
      'user-agent': 'Parley',
      'x-own': 'é',
    });
  });

  test('sends no body with GET', async () => {
    await open().send({ url: at('/echo'), body: 'ignored' });
    expect(seen[0]).toMatchObject({ method: 'GET', body: '' });
  });

  test('does not return the headers of the connection', async () => {
    const headers = {
      Host: 'evil',
      Connection: 'keep-alive',
      'Transfer-Encoding': 'chunked',
      TE: 'x',
    };
    await open().send({ url: at('/echo'), method: 'POST', headers, body: 'x' });
    expect(seen[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, connection: 'close' });
    expect(seen[0]?.headers['transfer-encoding']).toBeUndefined();
    expect(seen[0]?.headers.te).toBeUndefined();
  });

  test.each([
    ['a line break in a header', { headers: { 'x-a': 'b\r\nx-evil: 1' } }],
    ['a bare line feed in a header', { headers: { 'x-a': 'b\nx-evil: 1' } }],
    ['a NUL in a header', { headers: { 'x-a': 'b\0c' } }],
    ['a character no header can hold', { headers: { 'x-a': '€' } }],
    ['a line break in a header name', { headers: { 'x-a: b\r\nx-evil': '1' } }],
    ['an empty header name', { headers: { '': '1' } }],
    ['a header of cloud metadata', { headers: { 'Metadata-Flavor': 'Google' } }],
    ['a token of cloud metadata', { headers: { 'X-aws-ec2-metadata-token': 'x' } }],
    ['too many headers', { headers: { 'x-a': 'b'.repeat(20_000) } }],
    ['a method of tunnels', { method: 'CONNECT' }],
    ['a method that mirrors', { method: 'TRACE' }],
    ['a method with a line break', { method: 'GET / HTTP/1.1\r\n' }],
    ['an address that is none', { url: 'http//nothing' }],
    ['an address that is far too long', { url: `http://example.com/${'a'.repeat(20_000)}` }],
    ['a host that is far too long', { url: `http://${'é'.repeat(2_001)}.com/` }],
    ['such a host after what URLs leave out', { url: `\0ht\ntp:/\t/${'é'.repeat(2_001)}.com/` }],
    ['a body that is too large', { method: 'POST', body: 'x'.repeat(5_000_001) }],
  ])('with %s is refused before anything is opened', async (_what, change) => {
    const response = await open().send({ url: at('/echo'), ...change });
    expect(response).toMatchObject({ ok: false, code: 'badRequest' });
    expect(seen).toEqual([]);
  });

  test('loses line breaks in its address', async () => {
    await open().send({ url: at('/hello?a=\r\nx-evil: 1\r\n') });
    expect(seen[0]?.headers['x-evil']).toBeUndefined();
  });

  test('to a host that is not allowed is blocked', async () => {
    const response = await open({ allowedHosts: [] }).send({ url: at('/hello') });
    expect(response).toMatchObject({ ok: false, code: 'blocked' });
    expect(seen).toEqual([]);
  });

  test('to a port without a listener is a network failure', async () => {
    const response = await open({ allowedHosts: ['127.0.0.1'] }).send({
      url: 'http://127.0.0.1:1/',
    });
    expect(response).toMatchObject({ ok: false, code: 'network' });
  });

  test('goes to the address that was checked, even if the name now has another one', async () => {
    const answers = ['127.0.0.1', '10.255.255.1'];
    let asked = 0;
    const resolve = async (): Promise<string[]> => [answers[asked++] ?? ''];
    const http = open({ allowedHosts: ['rebind.test'], resolve });
    const response = await http.send({ url: `http://rebind.test:${port}/hello` });
    expect(response).toMatchObject({ ok: true, body: 'hello' });
    expect(asked).toBe(1);
    expect(seen[0]?.headers.host).toBe(`rebind.test:${port}`);
  });

  test('never reaches an address that its name gets after the check', async () => {
    let asked = 0;
    // Nothing listens at the first address; the server is at the second one.
    const resolve = async (): Promise<string[]> => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'];
    const http = open({
      allowedHosts: [`rebind.test:${port}`],
      resolve,
      limits: { timeoutMs: 300 },
    });
    expect(await http.send({ url: `http://rebind.test:${port}/hello` })).toMatchObject({
      ok: false,
    });
    expect(asked).toBe(1);
    expect(seen).toEqual([]);
  });
});

describe('a redirect', () => {
  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'body'],
    [307, 'POST', 'POST', 'body'],
    [308, 'POST', 'POST', 'body'],
    [303, 'HEAD', 'HEAD', ''],
  ])('%i of a %s is followed with %s', async (status, method, next, body) => {
    const headers = { 'content-type': 'text/plain' };
    await open().send({ url: to(status, '/hello'), method, headers, body: 'body' });
    expect(seen[1]).toMatchObject({ method: next, body, path: '/hello' });
    expect('content-type' in (seen[1]?.headers ?? {})).toBe(next === method);
  });

  test('within an origin keeps credentials', async () => {
    await open().send({ url: to(302, '/hello'), headers: { Authorization: 'Bearer x' } });
    expect(seen[1]?.headers.authorization).toBe('Bearer x');
  });

  test('to another origin loses credentials, also on the way back', async () => {
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', 'x-own': 'kept' };
    const url = to(302, elsewhere(`/302?to=${encodeURIComponent(at('/hello'))}`));
    expect(await open().send({ url, headers })).toMatchObject({ ok: true, body: 'hello' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b' });
    for (const { headers: shown } of seen.slice(1)) {
      expect(shown).toMatchObject({ 'x-own': 'kept' });
      expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['authorization']));
      expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['cookie']));
      expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(['x-api-key']));
    }
  });

  test.each([
    ['cloud metadata', 'http://169.254.169.254/latest/'],
    ['this machine by name', 'http://localhost/'],
    ['this machine by a name that hides it', 'http://sneaky.test/'],
    ['this machine in another notation', '//0x7f.1/'],
    ['a file', 'file:///etc/passwd'],
    ['a web socket', 'ws://example.com/'],
  ])('to %s is blocked', async (_what, target) => {
    const http = open({ resolve: async () => ['127.0.0.1'] });
    expect(await http.send({ url: to(302, target) })).toMatchObject({ code: 'blocked' });
    expect(seen).toHaveLength(1);
  });

  test('to an address with credentials is refused', async () => {
    const target = `http://a:b@127.0.0.1:${port}/hello`;
    expect(await open().send({ url: to(302, target) })).toMatchObject({ code: 'badRequest' });
  });

  test('in a loop ends after five', async () => {
    expect(await open().send({ url: at('/loop') })).toMatchObject({ code: 'network' });
    expect(seen).toHaveLength(6);
  });

  test('to nowhere is a network failure, and without a target a response', async () => {
    expect(await open().send({ url: at('/bad-location') })).toMatchObject({ code: 'network' });
    const stay = { ok: true, status: 302, body: 'stay' };
    expect(await open().send({ url: at('/no-location') })).toMatchObject(stay);
  });
});

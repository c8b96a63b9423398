import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { cutAnswer, MODEL_ANSWER } from '../../src/integrations/answerPieces.js';
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

describe('a response', () => {
  test.each(['/gzip', '/br', '/deflate'])('packed as %s is unpacked', async (path) => {
    expect(await open().send({ url: at(path) })).toMatchObject({ ok: true, body: 'packed' });
  });

  test('is read in the charset it names, and in UTF-8 when that is unknown', async () => {
    expect(await open().send({ url: at('/latin') })).toMatchObject({ body: 'café' });
    expect(await open().send({ url: at('/strange-charset') })).toMatchObject({ body: 'é' });
  });

  test('that claims to be compressed and is empty is empty', async () => {
    expect(await open().send({ url: at('/packed-nothing') })).toMatchObject({ ok: true, body: '' });
    const head = { url: at('/gzip'), method: 'HEAD' };
    expect(await open().send(head)).toMatchObject({ ok: true, body: '' });
  });

  test.each(['/twice', '/cut-gzip', '/break-off', '/switch'])(
    '%s that cannot be read is a network failure',
    async (path) => {
      expect(await open().send({ url: at(path) })).toMatchObject({ ok: false, code: 'network' });
    },
  );

  test.each(['/large', '/endless', '/bomb', '/large-headers'])(
    '%s beyond the limit is too large',
    async (path) => {
      const http = open({ limits: { responseBytes: 100_000 } });
      expect(await http.send({ url: at(path) })).toMatchObject({ ok: false, code: 'tooLarge' });
    },
  );

  test.each(['/silent', '/drip'])('%s that takes too long is a timeout', async (path) => {
    const http = open({ limits: { timeoutMs: 150 } });
    expect(await http.send({ url: at(path) })).toMatchObject({ ok: false, code: 'timeout' });
  });

  test('may take the time the request allows', async () => {
    const response = await open().send({ url: at('/silent'), timeoutMs: 100 });
    expect(response).toMatchObject({ ok: false, code: 'timeout' });
  });

  test('of a request that was aborted before it began is absent, and nothing is sent', async () => {
    const response = await open().send({ url: at('/hello'), abandoned: AbortSignal.abort() });
    expect(response).toMatchObject({ ok: false, code: 'stopped' });
    expect(seen).toEqual([]);
  });

  test('of a resolver that never answers is a timeout', async () => {
    const resolve = (): Promise<string[]> => new Promise(() => {});
    const response = await open({ resolve }).send({ url: 'http://slow.test/', timeoutMs: 100 });
    expect(response).toMatchObject({ ok: false, code: 'timeout' });
  });

  test('that is not HTTP at all is a network failure', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const ssh = typeof address === 'object' && address ? address.port : 0;
    const http = open({ allowedHosts: ['127.0.0.1'] });
    expect(await http.send({ url: `http://127.0.0.1:${ssh}/` })).toMatchObject({ code: 'network' });
    server.close();
  });
});

test('the log has method, origin, status and time, and nothing that may be secret', async () => {
  const lines: object[] = [];
  const log = { debug: (fields: object) => void lines.push(fields) };
  const headers = { authorization: 'Bearer secret' };
  const url = at('/echo?token=secret');
  await open({ log }).send({ url, method: 'POST', headers, body: 'secret' });
  await open({ log, allowedHosts: [] }).send({ url });
  expect(lines).toEqual([
    { method: 'POST', origin: `http://127.0.0.1:${port}`, status: 200, ms: expect.any(Number) },
    {
      method: 'GET',
      origin: `http://127.0.0.1:${port}`,
      failure: 'blocked',
      ms: expect.any(Number),
    },
  ]);
});

const bounds = { longest: 50, nested: 5, lines: 20 };

/** The pieces of a response that arrives in chunks of so many bytes. */
function piecesOf(text: string, isStream: boolean, limits = bounds, chunk = 7): string[] {
  const cut = cutAnswer(isStream, limits);
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    for (const piece of cut(bytes.subarray(at, at + chunk))) pieces.push(piece.toString('latin1'));
  }
  return pieces;
}

test.each(['\n', '\r', '\r\n'])(
  'each event of a stream may be as large (lines end in %j)',
  (end) => {
    const event = `data:{"a":[1]}${end}${end}`;
    const text = event.repeat(4);
    expect(piecesOf(text, true).join('')).toBe(text);
    expect(() => piecesOf(`data:${'x'.repeat(60)}`, true)).toThrow('the response is too large');
    expect(() => piecesOf(`data:{}${end}`.repeat(6), true)).toThrow('the response is too large');
    expect(() => piecesOf(`data:${end}`.repeat(10), true)).toThrow('the response is too large');
    expect(() => piecesOf(end.repeat(21), true)).toThrow('the response is too large');
  },
);

test('an empty line does not divide a document', () => {
  expect(piecesOf('{"a":\n\n[1]}', false).join('')).toBe('{"a":\n\n[1]}');
  expect(() => piecesOf('{}\n\n'.repeat(6), false)).toThrow('the response is too large');
  expect(() => piecesOf('1234\n\n'.repeat(9), false)).toThrow('the response is too large');
});

test('no piece has more than 32 lines or 4 096 bytes', () => {
  const lines = piecesOf('x\n'.repeat(1_000), true, { ...MODEL_ANSWER }, 65_536);
  expect(Math.max(...lines.map((piece) => piece.split('\n').length - 1))).toBe(32);
  const long = piecesOf('x'.repeat(10_000), true, { ...MODEL_ANSWER }, 65_536);
  expect(long.map(({ length }) => length)).toEqual([4_096, 4_096, 1_808]);
});

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

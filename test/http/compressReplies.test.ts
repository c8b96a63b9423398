import { describe, expect, test } from '@jest/globals';
import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request without `fetch`, which would decompress the response. */
function send(path: string, headers: Record<string, string>, body?: object): Promise<Reply> {
  return sendAs(body ? 'POST' : 'GET', path, { headers, body });
}

function sendAs(
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: object | undefined },
): Promise<Reply> {
  const type = body && { 'content-type': 'application/json' };
  const authorization = `Bearer ${TOKEN}`;
  return new Promise((resolve, reject) => {
    const sent = request(`${app().url}${path}`, {
      method,
      headers: { authorization, ...type, ...headers },
    });
    sent.on('error', reject).on('response', (response) => {
      const pieces: Buffer[] = [];
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => {
          const { statusCode: status, headers: shown } = response;
          resolve({ status, headers: shown, body: Buffer.concat(pieces) });
        });
    });
    sent.end(body && JSON.stringify(body));
  });
}

const LONG_NAME = 'Acme '.repeat(400);

/** One long reply of each transport. */
async function longReplies(): Promise<[string, string, object?][]> {
  const workspaceId = await makeWorkspace(rest);
  const bot = botOf(parrot, { name: LONG_NAME.slice(0, 200) });
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  const query = `{ bot(id: "${made.id}") { name draft raw } }`;
  return [
    ['REST', `/api/v1/bots/${made.id}`],
    ['GraphQL', '/graphql', { query }],
    ['the description of the API', '/openapi.json'],
    ['a page', '/docs/swagger-ui.css'],
  ];
}

describe('a reply of more than a kilobyte', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('is compressed for a client that accepts %s', async (accepted, encoding, unpack) => {
    for (const [name, path, body] of await longReplies()) {
      const plain = await send(path, {}, body);
      const packed = await send(path, { 'accept-encoding': accepted }, body);
      expect([name, packed.status, packed.headers['content-encoding']]).toEqual([
        name,
        200,
        encoding,
      ]);
      expect(packed.headers.vary).toMatch(/accept-encoding/i);
      expect(packed.headers['content-length']).toBeUndefined();
      expect(packed.body.length).toBeLessThan(plain.body.length * 0.7);
      expect(unpack(packed.body).toString()).toBe(plain.body.toString());
      expect([name, plain.headers['content-length']]).toEqual([name, `${plain.body.length}`]);
    }
  });

  test.each(['identity', 'gzip;q=0, br;q=0', 'rot13'])(
    'is sent as it is to a client that accepts %s',
    async (accepted) => {
      const { headers, body } = await send('/openapi.json', { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['content-length']).toBe(`${body.length}`);
      expect(headers.vary).toMatch(/accept-encoding/i);
    },
  );

  test('is not compressed if another site made the browser of a signed-in person send the request', async () => {
    const asked = { 'accept-encoding': 'br', cookie: 'parley_session=none' };
    const elsewhere = await send('/openapi.json', { ...asked, 'sec-fetch-site': 'cross-site' });
    expect(elsewhere.headers['content-encoding']).toBeUndefined();
    const here = await send('/openapi.json', { ...asked, 'sec-fetch-site': 'same-origin' });
    expect(here.headers['content-encoding']).toBe('br');
  });
});

test('HEAD has the headers of GET, and no length that GET would not have', async () => {
  const headers = { 'accept-encoding': 'br' };
  for (const path of ['/openapi.json', '/docs/swagger-ui.css']) {
    const head = await sendAs('HEAD', path, { headers });
    expect([path, head.status, head.body.length]).toEqual([path, 200, 0]);
    expect(head.headers['content-length']).toBeUndefined();
    expect(head.headers.vary).toMatch(/accept-encoding/i);
  }
  const plain = await sendAs('HEAD', '/openapi.json', { headers: {} });
  expect(Number(plain.headers['content-length'])).toBeGreaterThan(1_024);
});

test('a part of a file is sent as it is, with its place in the file', async () => {
  const headers = { 'accept-encoding': 'br', range: 'bytes=0-4095' };
  const part = await send('/docs/swagger-ui.css', headers);
  expect(part.status).toBe(206);
  expect(part.headers).toMatchObject({ 'content-length': '4096' });
  expect(part.headers['content-range']).toMatch(/^bytes 0-4095\//);
  expect(part.headers['content-encoding']).toBeUndefined();
});

test('short replies, and events as they come, are sent as they are', async () => {
  const accepting = { 'accept-encoding': 'gzip, br' };
  const { headers, body } = await send('/healthz', accepting);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['content-length']).toBe(`${body.length}`);
  const { publicId } = await makePublished(rest, botOf(parrot));
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const leave = new AbortController();
  const stream = await fetch(`${app().url}/api/v1/sessions/${sessionId}/events`, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, br' },
    signal: leave.signal,
  });
  expect(stream.headers.get('content-encoding')).toBeNull();
  // The event arrives at once, although it is too short to be compressed.
  expect(await stream.body?.getReader().read()).toMatchObject({ done: false });
  leave.abort();
});

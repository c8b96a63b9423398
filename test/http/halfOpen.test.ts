import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openShutdown } from '../../src/http/shutdown.js';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase } from '../support/database.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const WITHIN = 400;
const timeouts = { bytesWithin: WITHIN, initWithin: WITHIN, commentEvery: 3 * WITHIN };
const app = useApp({}, { timeouts });

/** A connection whose client never closes its side, and the response on it. */
async function open(): Promise<{ socket: Socket; said: () => string; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(app().url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => (text += part));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = Promise.race([once(socket, 'end'), once(socket, 'close')]);
  return { socket, said: () => text, closed };
}

/** Resolves once the server has closed its end completely: then sending fails. */
async function isGone(socket: Socket, sent = 'x'): Promise<void> {
  while (!socket.destroyed) {
    socket.write(sent);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const HEAD = `POST /v1/workspaces HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n`;
const JSON_BODY = `${HEAD}Content-Type: application/json\r\n`;
const UPGRADE =
  'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

describe('a connection is closed on both sides', () => {
  test.concurrent.each([
    ['on which nothing comes', ''],
    ['whose headers do not end', HEAD],
    ['whose announced body does not begin', `${JSON_BODY}Content-Length: 12\r\n\r\n`],
    ['whose body stops in the middle', `${JSON_BODY}Content-Length: 12\r\n\r\n{"na`],
    ['whose chunks do not come', `${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n`],
    [
      'whose body nobody here wants to read',
      'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    ],
    ['that asks for a socket and does not end', UPGRADE],
    ['that was promised a socket and names no protocol', `${UPGRADE}\r\n`],
    [
      'that was promised a socket and does not introduce itself',
      `${UPGRADE}Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
    ],
  ])('%s', async (_, sent) => {
    const { socket, said, closed } = await open();
    socket.write(sent);
    await closed;
    if (sent !== '' && !sent.includes('websocket')) expect(said()).toMatch(/^HTTP\/1\.1 40[48] /);
    socket.end();
    await isGone(socket);
  });
});

describe('if a client requests a large answer', () => {
  // The kernel reports room for more only after a third of its buffer was read: on a busy machine not ten times a second.
  const patient = { bytesWithin: 20 * WITHIN, stalledAfter: 2 * WITHIN };
  const stalling = useApp({}, { timeouts: patient });
  const MANY = 200;

  /** A larger response than any kernel buffers for a reader. */
  async function askMuch(): Promise<Socket> {
    const { hostname, port } = new URL(stalling().url);
    const socket = connect({ port: Number(port), host: hostname }).on('error', () => undefined);
    await once(socket, 'connect');
    const last = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(MANY - 1) + last);
    return socket;
  }

  test.concurrent('and reads nothing, its connection is closed', async () => {
    // Line breaks, which are allowed between two requests.
    await isGone((await askMuch()).pause(), '\r\n');
  });

  test.concurrent('and reads slowly but steadily, it gets all of it', async () => {
    const socket = await askMuch();
    // The first line of a response may arrive in two parts.
    const begins = 'HTTP/1.1 200 ';
    let count = 0;
    let unread = '';
    for await (const part of socket.setEncoding('latin1')) {
      const pieces = (unread + String(part)).split(begins);
      unread = pieces.at(-1)?.slice(1 - begins.length) ?? '';
      count += pieces.length - 1;
      if (pieces.length > 1) await new Promise((resolve) => setTimeout(resolve, WITHIN / 40));
    }
    expect(count).toBe(MANY);
  });
});

test.concurrent('a body that arrives slowly but steadily does not time out', async () => {
  const { socket, said, closed } = await open();
  const body = JSON.stringify({ name: 'Slow and steady' });
  socket.write(`${JSON_BODY}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
  for (const letter of body) {
    socket.write(letter);
    await new Promise((resolve) => setTimeout(resolve, WITHIN / 8));
  }
  await closed;
  expect(said()).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server that was blocked itself does not report a body as late', async () => {
  const { socket, said, closed } = await open();
  const body = JSON.stringify({ name: 'In time' });
  socket.write(`${JSON_BODY}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, WITHIN / 8));
  // The server is in this process, so it cannot read meanwhile, and its timers run before it does.
  await new Promise((resolve) => setImmediate(resolve));
  socket.write(body.slice(0, 1));
  for (const until = performance.now() + 1.5 * WITHIN; performance.now() < until;);
  await new Promise((resolve) => setTimeout(resolve, WITHIN / 8));
  socket.write(body.slice(1));
  await closed;
  expect(said()).toMatch(/^HTTP\/1\.1 200 /);
});

test.concurrent('a request does not time out because its answer takes longer', async () => {
  const transport = restOf(app);
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const { socket, said, closed } = await open();
  const path = `/v1/sessions/${sessionId}/events`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
  while (!said().includes(': still here')) await once(socket, 'data');
  expect(said()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
  await closed;
});

test('a server that stops still answers earlier requests, and is closed after the last answer', async () => {
  const held: ServerResponse[] = [];
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 });
  const leaving = openShutdown(server);
  server.on('request', ({ url }, response) => {
    if (url === '/slow') held.push(response);
    else response.end('at once');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  const address = `http://127.0.0.1:${port}`;
  const begun = once(server, 'request');
  const slow = fetch(`${address}/slow`);
  await begun;
  // An idle keep-alive connection must not delay the stop.
  expect(await (await fetch(address)).text()).toBe('at once');
  // Nor must a connection without any request.
  const unused = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(server, 'connection');

  let isGone = false;
  let gone: Promise<void> | undefined;
  await new Promise<void>((onClosing) => {
    gone = leaving.close(0, onClosing).then(() => void (isGone = true));
  });
  expect(leaving.isLeaving()).toBe(true);
  await expect(fetch(address)).rejects.toThrow();
  if (!unused.closed) await once(unused.resume(), 'close');
  expect(isGone).toBe(false);
  held[0]?.end('in the end');
  expect(await (await slow).text()).toBe('in the end');
  await gone;
});

test('a failure that no request waits for is logged as a bug, and the server goes on', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-strays-'));
  const stray = `process.on('SIGUSR2', () => void Promise.reject(new Error('stray')))`;
  const server = await startChildServer(dataDir, {
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}`,
  });
  process.kill(server.pid, 'SIGUSR2');
  while (!server.lines.some((line) => line.includes('stray'))) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.end('SIGKILL');
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

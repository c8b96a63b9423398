import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { WebSocketServer } from 'ws';
import type { Services } from '../../src/context/context.js';
import { openCallerOperations } from '../../src/graphql/callerOperations.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import type { RequestLine } from '../../src/log/log.js';
import { RateLimited } from '../../src/rateLimits/limits.js';
import { openReader } from '../../src/realtime/reader.js';
import { serveSockets } from '../../src/realtime/serveSockets.js';
import { openSocketTransport, type OpenSocketTransport } from '../../src/realtime/socketServer.js';
import { sendEvents } from '../../src/rest/eventStream.js';
import type { StreamShape } from '../../src/rest/route.js';
import { partAt } from '../support/parts.js';
import { openRawSocket, sendRaw } from '../support/rawSocket.js';
import { standIn } from '../support/standIn.js';

const schema = buildGatewaySchema();
let server: Server;
let transport: OpenSocketTransport;
let failure: Error;
let bugs: unknown[];
let lines: RequestLine[];
beforeEach(async () => {
  bugs = [];
  lines = [];
  server = createServer();
  const rateLimits = { count: () => Promise.reject(failure) };
  const timeouts = { pingEvery: 60_000, initWithin: 60_000, stalledAfter: 60_000 };
  const services: Services = standIn({
    storage: {},
    rateLimits,
    timeouts,
    clientAddressOf: () => '192.0.2.1',
  });
  const reportBug = (error: unknown) => bugs.push(error);
  const log = { writeRequest: (_level: unknown, line: RequestLine) => void lines.push(line) };
  transport = openSocketTransport({
    server,
    schema,
    services,
    operations: openCallerOperations({
      trustedDocuments: undefined,
      hasOnlyTrustedDocuments: false,
      metrics: { addOperation: () => undefined, addUntrusted: () => undefined },
      log: { warn: () => undefined },
    }),
    isProduction: false,
    reportBug,
    log,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await transport.close();
  server.close();
});

const open = () => openRawSocket(`http://127.0.0.1:${partAt(server.address(), 'port')}`);

test('a socket beyond the limit is refused with 429, and has a line in the log', async () => {
  failure = new RateLimited({ name: 'address', limit: 1, remaining: 0, reset: 7, seconds: 60 });
  await expect(open()).rejects.toThrow('Unexpected server response: 429');
  expect(bugs).toEqual([]);
  const requestId = expect.any(String);
  const line = { requestId, method: 'GET', url: '/graphql', status: 429, client: '192.0.2.1' };
  expect(lines).toEqual([{ ...line, ms: 0 }]);
});

test('a socket that cannot be counted because the database cannot be reached is refused with 503, which is reported', async () => {
  failure = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await expect(open()).rejects.toThrow('Unexpected server response: 503');
  expect(bugs).toEqual([failure]);
});

test('a socket whose counting fails because of a bug is refused with 500, and the bug is logged', async () => {
  failure = new Error('of ours');
  await expect(open()).rejects.toThrow('Unexpected server response: 500');
  expect(bugs).toEqual([failure]);
});

test.each([
  ['without a key', { 'sec-websocket-version': '13' }, /Sec-WebSocket-Key/],
  [
    'of another version',
    { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    /Sec-WebSocket-Version/,
  ],
])(
  'a handshake %s is refused like any bad request, and has its line in the log',
  async (_, sent, message) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', ...sent };
    const url = `http://127.0.0.1:${partAt(server.address(), 'port')}`;
    const answer = await sendRaw(url, '/graphql', { headers });
    const requestId = answer.headers['x-request-id'];
    expect([answer.status, answer.headers['sec-websocket-version']]).toEqual([400, '13']);
    expect(JSON.parse(answer.text)).toEqual({
      code: 'BAD_REQUEST',
      reason: 'VALIDATION',
      message: expect.stringMatching(message),
      requestId,
    });
    expect(lines).toMatchObject([{ requestId, status: 400 }]);
  },
);

/** Unhandled rejections. */
const stray: unknown[] = [];
const note = (error: unknown): void => void stray.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => void process.off('unhandledRejection', note));

/** Yields nothing, and fails when it should end. */
function openFailing() {
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const results: AsyncGenerator<never, void> = standIn({
    next: () => new Promise(() => undefined),
    return: () => (asked(), Promise.reject(new Error('of a database that is gone'))),
    [Symbol.asyncIterator]: () => results,
  });
  return { results, isAsked };
}

/** Waits for the check of unhandled rejections, which comes after all pending promise callbacks. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('a stream of Server-Sent Events that fails while it ends does not affect anything else', async () => {
  const { results, isAsked } = openFailing();
  const server = createServer((_request, response) => {
    const told = { explain: () => ({}), slow: {}, shape: standIn<StreamShape>({}) };
    const timeouts = { commentEvery: 60_000, stalledAfter: 60_000 };
    void sendEvents(response, {
      results,
      ...told,
      timeouts,
      stopping: new AbortController().signal,
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reader = connect(port, '127.0.0.1');
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(reader, 'data');
  reader.destroy();
  await isAsked;
  await settled();
  expect(stray).toEqual([]);
  server.close();
});

test('a subscription that fails while its socket closes does not affect anything else', async () => {
  const { results, isAsked } = openFailing();
  const schema = buildSchema('type Query { a: ID } type Subscription { a: ID }');
  Object.assign(schema.getSubscriptionType()?.getFields()['a'] ?? {}, { subscribe: () => results });
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const timeouts = { pingEvery: 60_000, initWithin: 60_000, stalledAfter: 60_000 };
  const served = serveSockets({ schema }, sockets, timeouts);
  const socket = await openRawSocket(`http://127.0.0.1:${partAt(sockets.address(), 'port')}`);
  await socket.begin();
  socket.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { a }' } });
  socket.send({ type: 'ping' });
  await socket.until(({ type }) => type === 'pong');
  socket.close();
  await isAsked;
  await settled();
  expect(stray).toEqual([]);
  await served.close();
});

test('a failed request of a socket no longer counts as being processed', async () => {
  const socket = {
    ...{ on: () => undefined, readyState: 1, OPEN: 1, bufferedAmount: 0, isPaused: false },
    pause: () => (socket.isPaused = true),
    resume: () => (socket.isPaused = false),
  };
  const reader = openReader(standIn(socket), standIn({ writableLength: 0 }));
  for (let n = 0; n < 16; n += 1) reader.expect(Promise.reject(new Error('no answer')));
  expect(socket.isPaused).toBe(true);
  await settled();
  expect(socket.isPaused).toBe(false);
  expect(stray).toEqual([]);
});

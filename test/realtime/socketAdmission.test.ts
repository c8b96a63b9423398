import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Services } from '../../src/context/context.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import type { RequestLine } from '../../src/log/log.js';
import { RateLimited } from '../../src/rateLimits/limits.js';
import { openCallerOperations } from '../../src/graphql/callerOperations.js';
import { openSocketTransport, type OpenSocketTransport } from '../../src/realtime/socketServer.js';
import { openRawSocket, sendRaw } from '../support/rawSocket.js';
import { partAt } from '../support/parts.js';
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

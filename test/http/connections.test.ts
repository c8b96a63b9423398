import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, Socket } from 'node:net';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { describe, expect, jest, test } from '@jest/globals';
import {
  bytesAccepted,
  checkConnection,
  returnMemoryOfStart,
  setMemoryFlags,
} from '../../src/http/nodeInternals.js';
import { botOf, interview } from '../support/botOf.js';
import { partAt } from '../support/parts.js';
import { sendRaw } from '../support/rawSocket.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const transport = restOf(app);
const START = '/v1/bots/none/startChat';
const canRefuse = 'shouldUpgradeCallback' in createServer();
const needs = canRefuse ? '' : ' (skipped: this Node takes every offer; 24.9 and 22.21 can refuse)';

(canRefuse ? describe : describe.skip)(`who would rather speak HTTP/2${needs}`, () => {
  test.each([
    ['POST', START, ['{', '}'], 404],
    ['GET', '/healthz', [], 200],
    ['POST', '/graphql', ['{"query":', '"{ __typename }"}'], 200],
  ])('is answered in what is spoken here: %s %s', async (method, path, parts, status) => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AA' };
    const headers = { ...offer, 'content-type': 'application/json' };
    const answer = await sendRaw(app().url, path, { method, headers, parts });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

test('a connection stays open between requests for longer than load balancers keep theirs', async () => {
  const answer = await sendRaw(app().url, '/healthz', { headers: { connection: 'keep-alive' } });
  expect(answer.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=75' });
});

test('a WebSocket at another path gets the answer of any request there', async () => {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const answer = await sendRaw(app().url, '/nowhere', { headers });
  if (canRefuse)
    expect([answer.status, partAt(JSON.parse(answer.text), 'reason')]).toEqual([
      404,
      'ROUTE_NOT_FOUND',
    ]);
  else expect(answer.status).toBe(400);
});

test.each([
  ['behind its request', 'WHAT?\r\n'],
  ['behind a second request', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nWHAT?\r\n'],
])('nothing is sent into the middle of an answer, whatever comes %s', async (_where, sent) => {
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const { hostname, port } = new URL(app().url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(`GET /v1/sessions/${sessionId}/events HTTP/1.1\r\nHost: x\r\n`);
  socket.write('Accept: text/event-stream\r\n\r\n');
  let text = '';
  socket.on('data', (part) => {
    if (!text.includes('turnEnd') && `${text}${part}`.includes('turnEnd')) socket.write(sent);
    text += part;
  });
  await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});

const warn = jest.fn<(sentence: string) => void>();

test('a version of V8 with which the memory flags were not measured keeps its defaults, and the start says so', () => {
  setMemoryFlags(warn, '99.1.2');
  expect(warn.mock.lastCall).toEqual([expect.stringMatching(/^V8 99\.1\.2 .* its defaults/)]);
});

test('young objects are collected twice after a start, by which V8 notices that the server is idle', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  returnMemoryOfStart();
  const planned: readonly (readonly unknown[])[] = [...timers.mock.calls];
  timers.mockRestore(); // Timers of others would be recorded, too.
  expect(planned).toHaveLength(2);
  for (const [collect, , options] of planned) {
    expect(options).toEqual({ type: 'minor' });
    await untilCollected(() => (collect as (how: unknown) => void)(options)); // The timer's function.
  }
  expect(globalThis).not.toHaveProperty('gc');
});

/** Waits for a requested collection. Its kind depends on the heap: if that is nearly full, V8 collects everything. */
function untilCollected(collect: () => void): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const wasForced = ({ detail }: NodeGCPerformanceEntry): boolean =>
        ((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
      if (!list.getEntries().some(wasForced)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ entryTypes: ['gc'] });
    collect();
  });
}

/** The details of a performance entry of type `gc`. */
type NodeGCPerformanceEntry = PerformanceEntry & { readonly detail?: { readonly flags?: number } };

test('this version of Node reports how much of a write was accepted', async () => {
  const server = createTcpServer((socket) => void socket.end('answer')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  warn.mockClear();
  checkConnection(socket, warn);
  expect(warn).not.toHaveBeenCalled();
  client.resume();
  await once(client, 'close');
  server.close();
});

test('a version of Node that does not report it is detected, and completed writes are counted instead', () => {
  const connection = Object.create(Socket.prototype, {
    _handle: { value: {} },
    bytesWritten: { value: 500 },
    writableLength: { value: 100 },
  }) as Socket;
  warn.mockClear();
  checkConnection(connection, warn);
  expect(warn.mock.lastCall).toEqual([expect.stringMatching(/may be disconnected$/)]);
  expect(bytesAccepted(connection)).toBe(400);
});

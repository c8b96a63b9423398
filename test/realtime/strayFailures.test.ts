import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { WebSocketServer } from 'ws';
import { openReader } from '../../src/realtime/reader.js';
import { serveSockets } from '../../src/realtime/serveSockets.js';
import type { StreamShape } from '../../src/rest/route.js';
import { sendEvents } from '../../src/rest/eventStream.js';
import { openRawSocket } from '../support/rawSocket.js';
import { partAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';

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

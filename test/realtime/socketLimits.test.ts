import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Timeouts } from '../../src/context/timeouts.js';
import { serveSockets, type SocketOptions } from '../../src/realtime/serveSockets.js';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { graphqlFailure } from '../support/failure.js';
import { openRawSocket, pace } from '../support/rawSocket.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

const app = useApp();
const transport = restOf(app);

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** More than the kernel buffers for a connection whose other end reads nothing. */
const MUCH = 'x'.repeat(16_000_000);

/** An event of a stream; `text` makes it long. */
const event = new GraphQLObjectType({
  name: 'Event',
  fields: { seq: { type: GraphQLInt }, text: { type: GraphQLString } },
});

/** A subscription, and a query that lasts until `release`. */
function openSchema() {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let begun = 0;
  async function* say() {
    yield { events: { seq: 7, text: MUCH } };
    await released;
  }
  const wait = async () => {
    begun += 1;
    await released;
    return 'done';
  };
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: {
      wait: { type: GraphQLString, args: { for: { type: GraphQLString } }, resolve: wait },
    },
  });
  const subscription = new GraphQLObjectType({
    name: 'Subscription',
    fields: { events: { type: event, subscribe: say } },
  });
  const schema = new GraphQLSchema({ query, subscription });
  return { schema, release, countBegun: () => begun };
}

/** Serves sockets as the real endpoint does, with another schema. */
async function serve(options: SocketOptions, timeouts: Partial<Timeouts> = {}) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  const whole = { pingEvery: 60_000, initWithin: 60_000, stalledAfter: 60_000, ...timeouts };
  const served = serveSockets(options, sockets, whole);
  closings.push(() => {
    for (const client of sockets.clients) client.terminate();
    void served.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const only = (): WebSocket | undefined => [...sockets.clients][0];
  return { url: `http://127.0.0.1:${port}`, port, only };
}

const subscribe = (id: string, query: string) => ({ id, type: 'subscribe', payload: { query } });

test('a slow client gets a whole event, however long that takes, and may answer pings late', async () => {
  const { schema, release } = openSchema();
  const { url, port } = await serve({ schema }, { pingEvery: 300, stalledAfter: 400 });
  let connection: Socket | undefined;
  const createConnection = () => (connection = connect(port, '127.0.0.1'));
  const socket = await openRawSocket(url, undefined, { createConnection });
  if (connection) pace(connection, socket);
  await socket.begin();
  socket.send(subscribe('1', 'subscription { events { seq text } }'));
  release();
  const whole = socket.until(({ type }) => type === 'complete');
  // The message about a stalled reader comes after the whole event.
  expect(await Promise.race([socket.closed, whole])).toMatchObject({ type: 'complete' });
  socket.close();
});

test('the number to resume from is never one that was not sent', async () => {
  const { schema, release } = openSchema();
  const held = new Promise<void>((resolve) => closings.push(resolve));
  const { url } = await serve({ schema, onNext: () => held }, { pingEvery: 50 });
  const socket = await openRawSocket(url, undefined, { autoPong: false });
  await socket.begin();
  socket.send(subscribe('1', 'subscription { events { seq } }'));
  expect(await socket.closed).toEqual({ code: 4290, reason: 'SLOW_CONSUMER' });
  release();
});

test('a socket is not read while many of its requests are being processed, and then the rest is', async () => {
  const { schema, release, countBegun } = openSchema();
  const { url, only } = await serve({ schema });
  const socket = await openRawSocket(url);
  await socket.begin();
  // Each is about as long as one read from a connection.
  const query = `{ wait(for: "${'x'.repeat(60_000)}") }`;
  const ids = Array.from({ length: 40 }, (_, index) => String(index));
  for (const id of ids) socket.send(subscribe(id, query));
  while (!only()?.isPaused && countBegun() < 40) await new Promise(setImmediate);
  expect(countBegun()).toBeLessThan(20);
  release();
  for (const id of ids) {
    await socket.until((message) => message.type === 'complete' && message.id === id);
  }
  socket.close();
});

test('open streams of a socket do not count as requests: it is still read', async () => {
  const { schema, release } = openSchema();
  const { url } = await serve({ schema });
  const socket = await openRawSocket(url);
  await socket.begin();
  for (let id = 0; id < 40; id += 1) {
    socket.send(subscribe(String(id), 'subscription { events { seq } }'));
  }
  await socket.until(({ type, id }) => type === 'next' && id === '39');
  release();
  socket.close();
});

test('a socket may have a hundred operations open; one more is refused, and the others go on', async () => {
  const { publicId } = await makePublished(transport, botOf(interview));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const events = `subscription { chatEvents(sessionId: "${sessionId}", after: 3) { seq } }`;
  const socket = await openRawSocket(app().url);
  await socket.begin();
  for (let id = 1; id <= 101; id += 1) socket.send(subscribe(String(id), events));
  const refusal = await socket.until(({ type }) => type === 'error');
  expect(refusal).toMatchObject({
    id: '101',
    payload: [{ extensions: { code: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_OPERATIONS' } }],
  });
  socket.send({ type: 'complete', id: '1' });
  socket.send(subscribe('101', events));
  await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
  for (let id = 2; id <= 101; id += 1) {
    await socket.until((message) => message.type === 'next' && message.id === String(id));
  }
  expect(socket.seen.filter(({ type }) => type === 'error')).toHaveLength(1);
  socket.close();
});

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the socket refuses with the same codes', () => {
  const answerTo = async (query: string, params: Record<string, unknown> = {}) => {
    const client = openWatcher(app().url, params);
    try {
      return await new Promise<unknown>((resolve, reject) => {
        client.subscribe(
          { query },
          {
            next: (value) => resolve(value.errors ?? value),
            error: resolve,
            complete: () => reject(new Error('complete')),
          },
        );
      });
    } finally {
      await client.dispose();
    }
  };

  test('a chat that does not exist', async () => {
    const client = openWatcher(app().url);
    await expect(watch(client, 'ses_none').done).rejects.toEqual([
      expect.objectContaining(graphqlFailure('NOT_FOUND', 'SESSION_NOT_FOUND')),
    ]);
    await client.dispose();
  });

  test.each(['{ bot(id: "x") { colour } }', '{ bot(', `{ bot(id: ${deep(5_000)}) { id } }`])(
    'a query that cannot be run (%#)',
    async (query) => {
      const errors = await answerTo(query);
      expect(errors).toEqual([
        expect.objectContaining(graphqlFailure('BAD_REQUEST', 'QUERY_INVALID')),
      ]);
    },
  );

  test('a wrong token, and a mutation without one', async () => {
    for (const [query, authorization] of [
      ['{ bot(id: "x") { id } }', 'Bearer nonsense'],
      ['mutation { createWorkspace(input: { name: "A" }) { workspace { id } } }', undefined],
    ]) {
      const errors = await answerTo(query ?? '', { ...(authorization && { authorization }) });
      expect(errors).toEqual([
        expect.objectContaining(graphqlFailure('UNAUTHORIZED', 'UNAUTHENTICATED')),
      ]);
    }
    const owner = { authorization: `Bearer ${TOKEN}` };
    const answer = await answerTo('{ bot(id: "x") { id } }', owner);
    expect(answer).toMatchObject({ data: { bot: null } });
  });

  test('a frame that is too large, without affecting others', async () => {
    // The library writes a warning to the console.
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const client = openWatcher(app().url);
    const query = `{ bot(id: "${'x'.repeat(300_000)}") { id } }`;
    const closed = new Promise((resolve) => {
      client.subscribe(
        { query },
        { next: () => undefined, error: resolve, complete: () => undefined },
      );
    });
    expect(await closed).toMatchObject({ code: 1009 });
    complaints.mockRestore();
    expect((await fetch(`${app().url}/healthz`)).status).toBe(200);
  });
});

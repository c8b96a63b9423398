import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Timeouts } from '../../src/context/timeouts.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { openRawSocket, type RawSocket } from '../support/rawSocket.js';
import { makePublished, restOf } from '../support/useApp.js';
import { partAt } from '../support/parts.js';

let app: TestApp;
let sessionId: string;
beforeAll(async () => {
  app = await startTestApp();
  const transport = restOf(() => app);
  const { publicId } = await makePublished(transport, botOf(interview));
  ({ sessionId } = await bodyOf(transport.startChat({ publicId })));
});
afterAll(async () => app.close());

/** Runs a test on another server with short time-outs. */
const withHasty = async (timeouts: Partial<Timeouts>, act: (url: string) => Promise<void>) => {
  const shared = { DATABASE_URL: app.databaseUrl };
  const hasty = await startTestApp(shared, undefined, { timeouts });
  try {
    await act(hasty.url);
  } finally {
    await hasty.close();
  }
};

const events = (after = 0) =>
  `subscription { chatEvents(sessionId: "${sessionId}", after: ${after}) { seq } }`;
const subscribe = (id: string, query: string) => ({ id, type: 'subscribe', payload: { query } });
const init = { type: 'connection_init' };
const NAME = '{ __typename }';

/** Messages, and how the socket is closed for each (PROTOCOL.md of graphql-ws). */
const faults: readonly [what: string, sent: readonly (object | string)[], code: number][] = [
  ['text that is no JSON', ['{'], 4400],
  ['no text at all', [''], 4400],
  ['a list', ['[]'], 4400],
  ['a number', ['7'], 4400],
  ['null', ['null'], 4400],
  ['a message without a type', [{}], 4400],
  ['a message of an unknown type', [{ type: 'start' }], 4400],
  ['a type that is no text', [{ type: 7 }], 4400],
  ['a payload of the introduction that is no object', [{ ...init, payload: 'me' }], 4400],
  ['a ping whose payload is no object', [init, { type: 'ping', payload: 7 }], 4400],
  ['a subscription without an id', [init, { type: 'subscribe', payload: { query: NAME } }], 4400],
  ['a subscription with an empty id', [init, subscribe('', NAME)], 4400],
  ['a subscription with a number as id', [init, { ...subscribe('1', NAME), id: 1 }], 4400],
  ['a subscription without a payload', [init, { id: '1', type: 'subscribe' }], 4400],
  ['a subscription without a query', [init, { id: '1', type: 'subscribe', payload: {} }], 4400],
  ['a query that is no text', [init, { id: '1', type: 'subscribe', payload: { query: 7 } }], 4400],
  [
    'variables that are no object',
    [init, { id: '1', type: 'subscribe', payload: { query: NAME, variables: 'x' } }],
    4400,
  ],
  ['a completion without an id', [init, { type: 'complete' }], 4400],
  ['a subscription before the introduction', [subscribe('1', NAME)], 4401],
  ['a second introduction', [init, init], 4429],
];

describe('a socket is closed', () => {
  test.each(faults)('for %s', async (_what, sent, code) => {
    const socket = await openRawSocket(app.url);
    for (const message of sent) {
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    }
    expect((await socket.closed).code).toBe(code);
  });

  test('for no other reason', () =>
    withHasty({ initWithin: 100 }, async (url) => {
      const socket = await openRawSocket(url);
      expect((await socket.closed).code).toBe(4408);
    }));

  test('for a second operation with the id of one that runs', async () => {
    const socket = await openRawSocket(app.url);
    await socket.begin();
    socket.send(subscribe('1', events()));
    await socket.until(({ type }) => type === 'next');
    socket.send(subscribe('1', events()));
    expect(await socket.closed).toEqual({ code: 4409, reason: 'Subscriber for 1 already exists' });
  });

  test.each([['graphql-ws'], [[]], ['something-else']])(
    'for the subprotocol %j',
    async (protocols) => {
      const code = await openRawSocket(app.url, protocols).then(
        async ({ closed }) => (await closed).code,
        () => 'not opened',
      );
      expect([4406, 'not opened']).toContain(code);
    },
  );

  test('when its client answers no pings, and stays open while it does', () =>
    withHasty({ pingEvery: 100 }, async (url) => {
      const silent = await openRawSocket(url, undefined, { autoPong: false });
      expect(await silent.closed).toEqual({ code: 4290, reason: 'SLOW_CONSUMER' });
      // On a blocked machine no answer is in time; then the test repeats with another socket.
      for (let count = 0; count < 3;) {
        const socket = await openRawSocket(url);
        while (socket.isOpen() && socket.countPings() < 3) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        count = socket.countPings();
        socket.close();
      }
    }));

  test('when the server stops', async () => {
    const other = await startTestApp();
    const socket = await openRawSocket(other.url);
    await socket.begin();
    const closed = other.close();
    expect(await socket.closed).toEqual({ code: 1001, reason: 'Going away' });
    await closed;
  });
});

describe('an open socket', () => {
  const withSocket = async (use: (socket: RawSocket) => Promise<void>) => {
    const socket = await openRawSocket(app.url);
    await socket.begin();
    try {
      await use(socket);
      expect(socket.isOpen()).toBe(true);
    } finally {
      socket.close();
    }
  };

  test('agrees on graphql-transport-ws among several', async () => {
    const socket = await openRawSocket(app.url, ['graphql-ws', 'graphql-transport-ws']);
    expect(socket.protocol).toBe('graphql-transport-ws');
    socket.close();
  });

  test('answers a ping with its payload, also before connection_init', async () => {
    const socket = await openRawSocket(app.url);
    socket.send({ type: 'ping', payload: { at: 1 } });
    expect(await socket.until(({ type }) => type === 'pong')).toEqual({
      type: 'pong',
      payload: { at: 1 },
    });
    socket.close();
  });

  test('accepts a pong without a ping', () =>
    withSocket(async (socket) => {
      socket.send({ type: 'pong' });
      socket.send(subscribe('1', NAME));
      await socket.until(({ type }) => type === 'complete');
    }));

  test('answers a query with one next and a complete', () =>
    withSocket(async (socket) => {
      socket.send(subscribe('q', NAME));
      await socket.until(({ type }) => type === 'complete');
      expect(socket.seen.slice(1)).toEqual([
        {
          id: 'q',
          type: 'next',
          payload: {
            data: { __typename: 'Query' },
            extensions: { cost: { requestedQueryCost: 0, maximumQueryCost: 100_000 } },
          },
        },
        { id: 'q', type: 'complete' },
      ]);
    }));

  test('says what a subscription may cost with its first event only', () =>
    withSocket(async (socket) => {
      socket.send(subscribe('1', events()));
      await socket.until(({ payload }) => partAt(payload, 'data.chatEvents.seq') === 3);
      const costs = socket.seen
        .filter(({ type }) => type === 'next')
        .map(({ payload }) => partAt(payload, 'extensions.cost.requestedQueryCost'));
      expect(costs).toEqual([expect.any(Number), undefined, undefined]);
    }));

  test('answers an operation that cannot be run with an error only, and accepts its id again', () =>
    withSocket(async (socket) => {
      socket.send(subscribe('1', '{ nothing }'));
      const error = await socket.until(({ type }) => type === 'error');
      expect(error).toMatchObject({ id: '1', payload: [{ extensions: { code: 'BAD_REQUEST' } }] });
      socket.send(subscribe('1', NAME));
      await socket.until(({ type }) => type === 'complete');
      expect(socket.seen.filter(({ type }) => type === 'error')).toHaveLength(1);
    }));

  test('sends nothing more of an operation that its client has completed', () =>
    withSocket(async (socket) => {
      socket.send(subscribe('1', events()));
      socket.send({ id: '1', type: 'complete' });
      socket.send(subscribe('2', NAME));
      await socket.until(({ id, type }) => id === '2' && type === 'complete');
      const seen = socket.seen.filter(({ id }) => id === '1');
      expect(seen.filter(({ type }) => type !== 'next')).toEqual([]);
      socket.send(subscribe('1', events(2)));
      await socket.until(
        ({ id, payload }) => id === '1' && partAt(payload, 'data.chatEvents.seq') === 3,
      );
    }));

  test('ignores a completion of an operation that does not run', () =>
    withSocket(async (socket) => {
      socket.send({ id: 'none', type: 'complete' });
      socket.send(subscribe('1', NAME));
      await socket.until(({ type }) => type === 'complete');
    }));

  test('runs several operations side by side', () =>
    withSocket(async (socket) => {
      for (const id of ['a', 'b', 'c']) socket.send(subscribe(id, events()));
      for (const id of ['a', 'b', 'c']) {
        await socket.until(
          (message) => message.id === id && partAt(message.payload, 'data.chatEvents.seq') === 3,
        );
      }
    }));
});

import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import pg from 'pg';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Services } from '../../src/context/context.js';
import { createSocketAuthentication } from '../../src/realtime/socketAuthentication.js';
import { bodyOf } from '../support/transports.js';
import { openRawSocket } from '../support/rawSocket.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { partAt } from '../support/parts.js';
import { standIn } from '../support/standIn.js';

const hasty = useApp({}, { timeouts: { pollEvery: 20 } });
const owner = restOf(hasty);

afterEach(() => void jest.restoreAllMocks());

/** Makes look-ups of tokens fail, as without a database, after so many that succeed. */
function loseTokens(after = 0) {
  const { query } = pg.Client.prototype;
  let asked = 0;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ): unknown {
    const isTold = JSON.stringify(sent[0]).includes('from \\"api_token\\"');
    if (!isTold || (asked += 1) <= after) return Reflect.apply(query, this, sent) as unknown;
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const done = sent.at(-1);
    if (typeof done !== 'function') return Promise.reject(lost);
    process.nextTick(done, lost);
    return undefined;
  });
  return { countAsked: () => asked };
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

const subscribe = (id: string, query: string) => ({ id, type: 'subscribe', payload: { query } });
const ME = '{ viewer { user { id } } }';
const failure = [{ extensions: { code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE' } }];

/** A socket that was opened with a token of its own. */
async function openSocket(transport = owner, url = hasty().url) {
  const { apiToken, token } = await bodyOf(transport.createToken({ name: 'Watcher' }));
  const socket = await openRawSocket(url);
  await socket.begin({ authorization: `Bearer ${token}` });
  return { socket, tokenId: apiToken.id };
}

describe('while the database cannot be reached, a socket with a token', () => {
  test('stays open, and is closed afterwards if the token is no longer valid', async () => {
    const { socket, tokenId } = await openSocket();
    const { countAsked } = loseTokens();
    await until(() => countAsked() > 2 || !socket.isOpen());
    jest.restoreAllMocks();
    socket.send(subscribe('1', ME));
    await socket.until(({ type, id }) => type === 'complete' && id === '1');
    await bodyOf(owner.revokeToken({ tokenId }));
    expect((await socket.closed).code).toBe(4403);
  });

  test('gets a failure for its operations, and may repeat them on the same socket', async () => {
    const { socket } = await openSocket();
    loseTokens();
    socket.send(subscribe('1', ME));
    const error = await socket.until(({ id }) => id === '1');
    expect(error).toMatchObject({ type: 'error', payload: failure });
    jest.restoreAllMocks();
    socket.send(subscribe('2', ME));
    expect(await socket.until(({ id }) => id === '2')).toMatchObject({ type: 'next' });
    expect(socket.isOpen()).toBe(true);
    socket.close();
  });

  test('gets a failure from each stream, which then ends', async () => {
    const workspaceId = await makeWorkspace(owner);
    const { bot } = await bodyOf(owner.createBot({ workspaceId, bot: {} }));
    const { socket } = await openSocket();
    const query = `subscription { botChanged(botId: "${bot.id}", afterRevision: 0) { revision } }`;
    socket.send(subscribe('stream', query));
    await socket.until(({ type, id }) => type === 'next' && id === 'stream');
    loseTokens();
    const end = await socket.until(({ type, id }) => type === 'error' && id === 'stream');
    expect(end.payload).toMatchObject(failure);
    expect(socket.isOpen()).toBe(true);
    socket.close();
  });

  test('may reconnect after it was refused', async () => {
    loseTokens();
    const socket = await openRawSocket(hasty().url);
    socket.send({ type: 'connection_init', payload: { authorization: 'Bearer lost' } });
    expect(await socket.closed).toEqual({ code: 1013, reason: 'Try again later' });
  });
});

describe('on a server whose watchers wait for wake-ups', () => {
  const app = useApp({}, { timeouts: { pollEvery: 600_000 } });

  test('a query that loses the database while it runs fails, and the socket stays open', async () => {
    const { socket } = await openSocket(restOf(app), app().url);
    // The first look-up admits the query.
    loseTokens(1);
    socket.send(subscribe('1', ME));
    const next = await socket.until(({ id }) => id === '1');
    expect(next).toMatchObject({ type: 'next', payload: { data: null, errors: failure } });
    await socket.until(({ type, id }) => type === 'complete' && id === '1');
    expect(socket.isOpen()).toBe(true);
    socket.close();
  });
});

test('a socket that leaves while its token is looked up is not watched over', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const client = openRawSocket(`http://127.0.0.1:${partAt(sockets.address(), 'port')}`);
  const [socket] = (await once(sockets, 'connection')) as WebSocket[];
  const { close } = await client;
  const token = { id: 'tok_1', userId: 'usr_1', lastUsedAt: new Date() };
  const findOne = async () => {
    close();
    if (socket) await once(socket, 'close');
    return token;
  };
  const clientAddress = '192.0.2.1';
  const watch = jest.fn();
  const services: Services = standIn({
    storage: { openUnit: () => ({ findOne }) },
    wakeUps: { watch },
  });
  const { greet } = createSocketAuthentication(services);
  if (socket) await greet(socket, { cookie: 'of somebody', clientAddress });
  expect(watch).not.toHaveBeenCalled();
  sockets.close();
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type ChatEvent, send, startChat, type Watch, watchChat } from '@parley/client';
import WebSocket from 'ws';
import { botOf, interview, parrot } from '../support/botOf.js';
import { useCuttingProxies } from '../support/cuttingProxy.js';
import { recordsAt } from '../support/parts.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const openCuttingProxy = useCuttingProxies();

const app = useApp();
const rest = restOf(app);
const retry = { firstWait: 1, longestWait: 20 };

/** Watches a chat to its end. */
async function allOf(watch: Omit<Watch, 'webSocket'>): Promise<ChatEvent[]> {
  const seen: ChatEvent[] = [];
  for await (const event of watchChat({ webSocket: WebSocket, retry, ...watch })) seen.push(event);
  return seen;
}

/** Runs an interview from its start to its end. */
async function interviewed(answers = ['Ada', '36']): Promise<string> {
  const { publicId } = await makePublished(rest, botOf(interview));
  const { sessionId } = await startChat({ url: app().url, publicId });
  for (const message of answers) await send({ url: app().url, sessionId, message });
  return sessionId;
}

const numbersOf = (events: readonly ChatEvent[]) => events.map(({ seq }) => seq);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('watching a chat fails at once, and says what to do, in a program that has no sockets', async () => {
  const seen = watchChat({ url: app().url, sessionId: 'ses_any', webSocket: {} });
  await expect(seen.next()).rejects.toMatchObject({
    name: 'ParleyError',
    reason: 'NO_WEBSOCKET',
    message: expect.stringContaining('package ws'),
  });
});

describe.each(['socket', 'sse'] as const)('watching a chat by %s', (transport) => {
  test('gives each event once and in order, however often the connection is cut, and ends with the chat', async () => {
    const sessionId = await interviewed();
    const whole = await allOf({ url: app().url, sessionId, transport });
    expect(numbersOf(whole)).toEqual(upTo(whole.length));
    expect(whole.at(-1)).toMatchObject({ kind: 'turnEnd', isEnded: true });
    const proxy = await openCuttingProxy(app().url, (connection) => 500 + connection * 150);
    const pieced = await allOf({ url: proxy.url, sessionId, transport });
    expect(pieced).toEqual(whole);
    expect(proxy.count()).toBeGreaterThan(2);
  });

  test('continues after the last known number', async () => {
    const sessionId = await interviewed();
    const whole = await allOf({ url: app().url, sessionId, transport });
    const rest = await allOf({ url: app().url, sessionId, transport, after: 4 });
    expect(rest).toEqual(whole.slice(4));
    expect(await allOf({ url: app().url, sessionId, transport, after: whole.length })).toEqual([]);
  });

  test('gives later events as they happen, until it is aborted', async () => {
    const { publicId } = await makePublished(rest, botOf(parrot));
    const { sessionId } = await startChat({ url: app().url, publicId });
    const { signal, abort } = abortable();
    const heard: string[] = [];
    const watch = { url: app().url, sessionId, transport, signal, webSocket: WebSocket };
    for await (const event of watchChat(watch)) {
      if (event.kind === 'heard') heard.push(event.text);
      if (heard.length === 2) abort();
      else if (event.kind === 'turnEnd')
        void send({ url: app().url, sessionId, message: `Turn ${event.turn}` });
    }
    expect(heard).toEqual(['Turn 1', 'Turn 2']);
  });

  test('fails at once if there is no such chat, or the number is beyond its end', async () => {
    const proxy = await openCuttingProxy(app().url, () => undefined);
    const unknown = allOf({ url: proxy.url, sessionId: 'ses_none', transport });
    await expect(unknown).rejects.toMatchObject({
      name: 'ParleyError',
      reason: 'SESSION_NOT_FOUND',
    });
    const sessionId = await interviewed(['Ada']);
    const beyond = allOf({ url: proxy.url, sessionId, transport, after: 99 });
    await expect(beyond).rejects.toMatchObject({ reason: 'FUTURE_CURSOR' });
    expect(proxy.count()).toBeLessThan(3);
  });

  test('fails after the given number of attempts without an answer', async () => {
    const proxy = await openCuttingProxy(app().url, () => 0);
    const watch = { url: proxy.url, sessionId: 'ses_none', transport };
    const lost = allOf({ ...watch, retry: { ...retry, attempts: 3 } });
    await expect(lost).rejects.toMatchObject({ reason: 'CONNECTION_LOST' });
    expect(proxy.count()).toBe(3);
  });

  test('an expired token is requested again, once', async () => {
    const sessionId = await interviewed();
    const tokens = ['expired', 'expired', 'another'];
    let asked = 0;
    const token = () => tokens[asked++] ?? '';
    const watching = allOf({ url: app().url, sessionId, transport, token });
    await expect(watching).rejects.toMatchObject({ isPassing: false });
    expect(asked).toBe(2);
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('talking:', () => {
  const closes: (() => void)[] = [];

  afterEach(() => {
    for (const close of closes.splice(0)) close();
  });

  /** A server with one given answer for each request, and the idempotency keys of these requests. */
  async function openServer(...answers: ((response: ServerResponse) => unknown)[]) {
    const keys: (string | undefined)[] = [];
    const times: number[] = [];
    const server = createServer(({ headers }: IncomingMessage, response) => {
      const answer = answers[keys.length];
      keys.push(String(headers['idempotency-key']));
      times.push(performance.now());
      if (answer) answer(response);
      else response.end('{"messages":[]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closes.push(() => server.close());
    const { port } = server.address() as AddressInfo; // A listening TCP server has one.
    return { url: `http://127.0.0.1:${port}`, keys, times };
  }

  const refuse =
    (status: number, body: object, headers = {}) =>
    (response: ServerResponse) =>
      response.writeHead(status, headers).end(JSON.stringify(body));

  /** An answer, and a signal that aborts a while after it was sent, while the client waits to send again. */
  function abortAfter(answer: (response: ServerResponse) => unknown) {
    const leaving = new AbortController();
    const late = () => leaving.abort(new DOMException('It takes too long', 'TimeoutError'));
    const answerThenAbort = (response: ServerResponse): void => {
      response.once('finish', () => setTimeout(late, 200));
      answer(response);
    };
    return { answer: answerThenAbort, signal: leaving.signal };
  }

  test('a message whose answer was lost is sent again, and is one turn', async () => {
    const { publicId } = await makePublished(rest, botOf(parrot));
    const proxy = await openCuttingProxy(app().url, (connection) =>
      connection < 2 ? 1 : undefined,
    );
    const { sessionId, messages } = await startChat({ url: proxy.url, publicId, retry });
    expect(messages).toMatchObject([{ content: { plainText: 'Say something' } }]);
    const again = await openCuttingProxy(app().url, (connection) =>
      connection < 3 ? 1 : undefined,
    );
    const reply = await send({ url: again.url, sessionId, message: 'Hello', retry });
    expect(reply.messages).toMatchObject([{ content: { plainText: 'You said Hello' } }]);
    expect([proxy.count(), again.count()]).toEqual([3, 4]);
    const page = await fetch(`${app().url}/api/v1/sessions/${sessionId}/events`);
    const heard = recordsAt(await page.json(), 'events').filter(({ kind }) => kind === 'heard');
    expect(heard).toMatchObject([{ text: 'Hello', turn: 2 }]);
  });

  test('a message that is refused for the moment is sent again with the same key, when the server says', async () => {
    const server = await openServer(
      refuse(429, { code: 'TOO_MANY_REQUESTS', reason: 'RATE_LIMITED' }, { 'Retry-After': '1' }),
      refuse(409, { code: 'CONFLICT', reason: 'SESSION_BUSY' }),
      refuse(503, { code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE' }),
      refuse(502, {}),
    );
    const reply = await send({ url: server.url, sessionId: 'ses_1', message: 'Hello', retry });
    expect(reply).toEqual({ messages: [] });
    expect(server.keys).toHaveLength(5);
    expect(new Set(server.keys).size).toBe(1);
    const [first = 0, second = 0] = server.times;
    expect(second - first).toBeGreaterThan(990);
  });

  test('each message has a key of its own', async () => {
    const server = await openServer();
    const message = { url: server.url, sessionId: 'ses_1', message: 'Hello' };
    await send(message);
    await send(message);
    await send({ ...message, idempotencyKey: 'mine' });
    expect(new Set(server.keys).size).toBe(3);
    expect(server.keys).toContain('mine');
  });

  test('a message that is refused for good is not sent again', async () => {
    const { publicId } = await makePublished(rest, botOf(parrot));
    const proxy = await openCuttingProxy(app().url, () => undefined);
    const unknown = send({ url: proxy.url, sessionId: 'ses_none', message: 'Hello', retry });
    await expect(unknown).rejects.toMatchObject({ reason: 'SESSION_NOT_FOUND' });
    const none = startChat({ url: proxy.url, publicId: `${publicId}-none`, retry });
    await expect(none).rejects.toMatchObject({ name: 'ParleyError', isPassing: false });
  });

  test('a message without an answer is given up after the given number of attempts', async () => {
    const proxy = await openCuttingProxy(app().url, () => 0);
    const lost = send({ url: proxy.url, sessionId: 'ses_1', retry: { ...retry, attempts: 4 } });
    await expect(lost).rejects.toMatchObject({ reason: 'CONNECTION_LOST' });
    expect(proxy.count()).toBe(4);
  });

  test('a message that is aborted is not sent again', async () => {
    const { answer, signal } = abortAfter(refuse(503, {}, { 'Retry-After': '60' }));
    const server = await openServer(answer);
    const sending = send({ url: server.url, sessionId: 'ses_1', signal });
    await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(server.keys).toHaveLength(1);
  });

  test('a Retry-After of a month does not cause an immediate second attempt', async () => {
    const { answer, signal } = abortAfter(refuse(503, {}, { 'Retry-After': '2592000' }));
    const server = await openServer(answer);
    const sending = send({ url: server.url, sessionId: 'ses_1', signal });
    await expect(sending).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(server.keys).toHaveLength(1);
  });

  test('a message waits no longer when the network is back, and its reply has the number of its turn', async () => {
    const wakes = new Set<() => void>();
    const onWake = (wake: () => void) => {
      wakes.add(wake);
      setTimeout(wake);
      return () => void wakes.delete(wake);
    };
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { 'Parley-Turn': '2' }).end('{"messages":[]}');
    const server = await openServer(refuse(503, {}), answer);
    const month = 2_592_000_000;
    const slow = { firstWait: month, longestWait: month, onWake };
    const reply = await send({ url: server.url, sessionId: 'ses_1', retry: slow });
    expect(reply).toEqual({ messages: [], turn: 2 });
    expect([server.keys.length, wakes.size]).toEqual([2, 0]);
  });
});

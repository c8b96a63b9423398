import { describe, expect, test } from '@jest/globals';
import { send, startChat, watchChat, type ChatEvent, type Watch } from '@parley/client';
import WebSocket from 'ws';
import { botOf, interview, parrot } from '../support/botOf.js';
import { openCuttingProxy } from '../support/cuttingProxy.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

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

  test('goes on after the last number that is known', async () => {
    const sessionId = await interviewed();
    const whole = await allOf({ url: app().url, sessionId, transport });
    const rest = await allOf({ url: app().url, sessionId, transport, after: 4 });
    expect(rest).toEqual(whole.slice(4));
    expect(await allOf({ url: app().url, sessionId, transport, after: whole.length })).toEqual([]);
  });

  test('gives what happens later as it happens, until it is aborted', async () => {
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

  test('fails at once if there is no such chat, or it has not come that far', async () => {
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

  test('fails after so many attempts without an answer', async () => {
    const proxy = await openCuttingProxy(app().url, () => 0);
    const watch = { url: proxy.url, sessionId: 'ses_none', transport };
    const lost = allOf({ ...watch, retry: { ...retry, attempts: 3 } });
    await expect(lost).rejects.toMatchObject({ reason: 'CONNECTION_LOST' });
    expect(proxy.count()).toBe(3);
  });

  test('a token that has expired is asked for again, once', async () => {
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

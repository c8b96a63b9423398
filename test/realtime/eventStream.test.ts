import { afterEach, describe, expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { openEventStream, type EventStream } from '../support/eventSource.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);

const streams: EventStream[] = [];
const open = async (path: string, headers: Record<string, string> = {}, url = app().url) => {
  const stream = await openEventStream(`${url}${path}`, headers);
  streams.push(stream);
  return stream;
};
afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop();
});

const begin = async (bot = botOf(interview)) => {
  const { publicId } = await makePublished(transport, bot);
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  return { sessionId, path: `/api/v1/sessions/${sessionId}/events` };
};
const tell = (sessionId: string, message: string) => transport.continueChat({ sessionId, message });
const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);
const numbersIn = ({ seen }: EventStream) => seen.map(({ id }) => Number(id));
const readPage = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app().url}${path}`, { headers });
  const body = recordAt(JSON.parse(await response.text()));
  return { status: response.status, body };
};

describe('the events of a chat as Server-Sent Events', () => {
  test('come as they happen, with number, kind and document, until the chat has ended', async () => {
    const { sessionId, path } = await begin();
    const stream = await open(path);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await stream.until(3);
    await bodyOf(tell(sessionId, 'Ada'));
    await bodyOf(tell(sessionId, '36'));
    await stream.done;
    expect(numbersIn(stream)).toEqual(numbersFrom(1, 10));
    expect(stream.seen[3]).toEqual({
      id: '4',
      event: 'heard',
      data: {
        seq: 4,
        turn: 2,
        at: expect.any(String),
        kind: 'heard',
        blockId: 'Start.2',
        text: 'Ada',
      },
    });
    expect(stream.text()).toMatch(/^retry: \d+\n\n/);
  });

  test('continue after any number, from the address or from a client that reconnects', async () => {
    const { sessionId, path } = await begin();
    await bodyOf(tell(sessionId, 'Ada'));
    for (const [suffix, headers, from] of [
      ['?after=2', {}, 3],
      ['', { 'Last-Event-ID': '4' }, 5],
      ['?after=2', { 'Last-Event-ID': '6' }, 7],
      ['?after=0', { 'Last-Event-ID': 'nonsense' }, 1],
    ] as const) {
      const stream = await open(`${path}${suffix}`, headers);
      await stream.until(8 - from);
      expect(numbersIn(stream)).toEqual(numbersFrom(from, 8 - from));
    }
  });

  test('are all sent after the end, also without the prefix, and then the stream ends', async () => {
    const { sessionId, path } = await begin();
    for (const message of ['Ada', '36']) await bodyOf(tell(sessionId, message));
    const late = await open(path.replace('/api', ''));
    await late.done;
    expect(numbersIn(late)).toEqual(numbersFrom(1, 10));
    const over = await open(path, { 'Last-Event-ID': '10' });
    expect(over.status).toBe(204);
  });

  test('are all sent if there are more than a page', async () => {
    const { sessionId, path } = await begin(botOf(parrot));
    for (const count of numbersFrom(1, 80)) await bodyOf(tell(sessionId, String(count)));
    const stream = await open(path);
    await stream.until(3 + 80 * 4);
    expect(numbersIn(stream)).toEqual(numbersFrom(1, 323));
  });

  test('are refused by status before the stream begins', async () => {
    const { path } = await begin();
    const missing = await open('/api/v1/sessions/ses_none/events');
    expect(missing.status).toBe(404);
    const ahead = await open(`${path}?after=4`);
    expect(ahead.status).toBe(400);
    expect(JSON.parse(ahead.text() || (await ahead.done, ahead.text()))).toMatchObject({
      reason: 'FUTURE_CURSOR',
      message: 'The log of this chat ends at 3',
    });
  });

  test('are refused for a page that the bot does not allow', async () => {
    const settings = { security: { allowedOrigins: ['https://shop.example.com'] } };
    const { publicId } = await makePublished(transport, botOf(interview, { settings }));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const path = `/v1/sessions/${sessionId}/events`;
    expect((await open(path, { Origin: 'https://evil.example.com' })).status).toBe(403);
    expect((await open(path, { Origin: 'https://shop.example.com' })).status).toBe(200);
    expect((await readPage(path, { Origin: 'https://evil.example.com' })).status).toBe(403);
  });
});

describe('the events of a chat a page at a time', () => {
  test('have the last number of the log, and whether the chat is over', async () => {
    const { sessionId, path } = await begin();
    const page = await readPage(`${path}?limit=2`);
    expect(page).toMatchObject({
      status: 200,
      body: { events: [{ seq: 1, kind: 'message' }, { seq: 2 }], lastSeq: 3, isEnded: false },
    });
    expect((await readPage(`${path}?after=3`)).body).toEqual({
      events: [],
      lastSeq: 3,
      isEnded: false,
    });
    for (const message of ['Ada', '36']) await bodyOf(tell(sessionId, message));
    const rest = (await readPage(`${path}?after=2`, { Accept: 'application/json' })).body;
    expect(rest).toMatchObject({ lastSeq: 10, isEnded: true });
    expect(rest['events']).toHaveLength(8);
  });

  test('refuse a number beyond the end of the log, and an invalid limit', async () => {
    const { path } = await begin();
    for (const [query, reason] of [
      ['after=4', 'FUTURE_CURSOR'],
      ['after=2147483647', 'FUTURE_CURSOR'],
      ['after=x', 'VALIDATION'],
      ['limit=0', 'VALIDATION'],
      ['limit=257', 'VALIDATION'],
    ]) {
      expect(await readPage(`${path}?${query}`)).toMatchObject({ status: 400, body: { reason } });
    }
    expect((await readPage('/v1/sessions/ses_none/events')).status).toBe(404);
  });
});

describe('a stream on a server with short time-outs', () => {
  test('is kept alive by comments while nothing happens, and ends when the server stops', async () => {
    const hasty = await startTestApp({}, undefined, { timeouts: { commentEvery: 20 } });
    try {
      const near = restOf(() => hasty);
      const { publicId } = await makePublished(near, botOf(interview));
      const { sessionId } = await bodyOf(near.startChat({ publicId }));
      const stream = await open(`/v1/sessions/${sessionId}/events`, {}, hasty.url);
      await stream.until(3);
      while (!stream.text().includes('\n\n: still here\n\n')) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const closed = hasty.close();
      await stream.done;
      await closed;
    } catch (error) {
      await hasty.close();
      throw error;
    }
  });
});

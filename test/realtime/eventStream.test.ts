import { afterEach, describe, expect, test } from '@jest/globals';
import { startTestApp } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { type EventStream, openEventStream } from '../support/eventSource.js';
import { recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import {
  asker,
  first as server,
  model,
  rest,
  second,
  SECRET,
  useStreamedChats,
} from '../support/streamedChats.js';
import { bodyOf, saidIn } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

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

useStreamedChats();

/** A chat whose client streams by itself: it got a question, and waits for the client. */
async function waitingForClient() {
  const { publicId } = await asker();
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  return { sessionId, resultId, reply };
}

function stream(sessionId: string, { url = server.url, path = '/api/v2' } = {}): Promise<Response> {
  return fetch(`${url}${path}/sessions/${sessionId}/streamMessage`, { method: 'POST' });
}

test('a client that streams gets an action and the text as lines, and the chat goes on with the text that it showed', async () => {
  const { sessionId, reply } = await waitingForClient();
  expect(reply).toMatchObject({
    messages: [],
    clientSideActions: [{ type: 'stream', stream: true, expectsDedicatedReply: true }],
  });
  const asked = stream(sessionId);
  const call = await model.next();
  expect(call.body['messages']).toEqual([{ role: 'user', content: 'Why?' }]);
  const response = await asked;
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<unknown> => (await reader?.read())?.value;
  call.say('Be\n"cause');
  expect(await read()).toBe('0:"Be\\n\\"cause"\n');
  call.say('.');
  expect(await read()).toBe('0:"."\n');
  call.end();
  expect(await read()).toBe(
    'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}\n',
  );
  expect(await read()).toBeUndefined();
  const next = await bodyOf(rest.continueChat({ sessionId, message: 'Be\n"cause.' }));
  expect(saidIn(next)).toEqual(['42 tokens']);
  expect(next.input).toMatchObject({ type: 'text input' });
});

test('a stream can be requested from any server, again after it failed, and in the older version of the API', async () => {
  const { sessionId, resultId } = await waitingForClient();
  const failing = stream(sessionId, { url: second.url });
  const refused = await model.next();
  refused.refuse(500, `{"error":{"message":"broken for ${SECRET}"}}`);
  const text = await (await failing).text();
  const [line = '', end] = text.split('\n');
  expect([line.slice(0, 2), end]).toEqual([
    '3:',
    'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}',
  ]);
  // Clients parse the text of an error as JSON, and report it as a line of their log.
  const clientLogs = [JSON.parse(String(JSON.parse(line.slice(2)))) as unknown];
  expect(clientLogs).toEqual([
    {
      ...{ status: 'error', context: 'While streaming a text' },
      description: expect.stringMatching(/^The service failed: .*broken for \*\*\*/),
    },
  ]);
  expect(await bodyOf(rest.saveClientLogs({ sessionId, clientLogs }))).toEqual({ savedCount: 1 });
  const again = stream(sessionId, { path: '/v1' });
  const call = await model.next();
  call.say('Because');
  const lines = (await again).body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await lines?.read();
  call.breakOff();
  expect([first?.value, (await lines?.read())?.value]).toEqual([
    '0:"Because"\n',
    expect.stringMatching(/^3:".*The service failed: .*"\n/),
  ]);
  // The client gives up: the bubble has the text so far, and the chat goes on.
  const next = await bodyOf(rest.continueChat({ sessionId }));
  expect(saidIn(next)).toEqual(['Because', ' tokens']);
  const { databaseUrl } = server;
  const logs = await rowsOf(databaseUrl, 'select 1 from client_log where session_id = $1', [
    sessionId,
  ]);
  expect(resultId).toBeDefined();
  expect(logs).toHaveLength(3);
});

test('a client that leaves ends the request to the vendor', async () => {
  const { sessionId } = await waitingForClient();
  const leaving = new AbortController();
  const url = `${server.url}/v1/sessions/${sessionId}/streamMessage`;
  const asked = fetch(url, { method: 'POST', signal: leaving.signal });
  const call = await model.next();
  call.goOn('on and ');
  const response = await asked;
  await response.body?.getReader().read();
  leaving.abort();
  await call.closed;
});

test('nothing is streamed if the chat does not wait for a streamed text', async () => {
  const { publicId } = await asker();
  const { sessionId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
  const asked = model.count();
  const response = await stream(sessionId);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ reason: 'NOTHING_TO_STREAM' });
  expect((await stream('ses_none')).status).toBe(404);
  expect(model.count()).toBe(asked);
});

import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import WebSocket from 'ws';
import { CHECKS } from '../../src/http/backpressure.js';
import { openReader, SLOW_CONSUMER } from '../../src/realtime/reader.js';
import { botOf, parrot } from '../support/botOf.js';
import { openEventStream } from '../support/eventSource.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { openRawSocket } from '../support/rawSocket.js';
import { standIn } from '../support/standIn.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

afterEach(() => void jest.restoreAllMocks());

// The methods before a test replaces them, because several tests wait for the last message.
const { close } = WebSocket.prototype;
const { end } = ServerResponse.prototype;

/** The code of a socket that was closed without one (RFC 6455, section 7.1.5). */
const CUT_OFF = 1006;

describe('on a server with short time-outs', () => {
  const app = useApp({}, { timeouts: { stalledAfter: 2_000 } });
  const transport = restOf(app);

  /** A bot that sends a megabyte each turn; its events have three times as much. */
  const talker = {
    groups: {
      Start: [
        ...Array.from({ length: 5 }, () => say('x'.repeat(200_000))),
        { ...ask('text input'), to: 'Start' },
      ],
    },
  };
  const begin = async () => {
    const { publicId } = await makePublished(transport, botOf(talker));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    return sessionId;
  };

  /**
   * Lets the chat grow until the server has given up the reader, since it is unknown how much the kernel buffers for it. The pauses
   * leave this process time to notice, and to resume, between the two time-outs of the server.
   */
  const talkUntil = async (sessionId: string, givenUp: Promise<void>) => {
    let isOver = false;
    void givenUp.then(() => (isOver = true));
    while (!isOver) {
      await bodyOf(transport.continueChat({ sessionId, message: 'more' }));
      await Promise.race([givenUp, new Promise((resolve) => setTimeout(resolve, 500))]);
    }
  };

  test('a socket that stops reading is closed with a reason, and resumes from the number in it', async () => {
    let { sessionId, socket } = await sleepOnSocket();
    // A reader that does not resume in time is cut off without a message: then another one pauses in a shorter chat.
    while ((await socket.closed).code === CUT_OFF) ({ sessionId, socket } = await sleepOnSocket());
    const { code, reason } = await socket.closed;
    expect(code).toBe(SLOW_CONSUMER);
    const [, resumeFrom] = /^SLOW_CONSUMER resumeFrom=(\d+)$/.exec(reason) ?? [];
    const last = Number(resumeFrom);
    const seqs = socket.seen.flatMap(({ type, payload }) =>
      type === 'next' ? [partAt(payload, 'data.chatEvents.seq')] : [],
    );
    expect(seqs).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    const rest = await bodyOf(transport.readEvents({ sessionId, after: last, limit: 1 }));
    expect(rest.events[0]).toMatchObject({ seq: last + 1 });
  });

  /** Reads nothing until the server has sent its last message, then everything that arrives. */
  const sleepOnSocket = async () => {
    const sessionId = await begin();
    const socket = await openRawSocket(app().url);
    await socket.begin();
    const query = `subscription { chatEvents(sessionId: "${sessionId}") { seq document } }`;
    socket.send({ id: '1', type: 'subscribe', payload: { query } });
    await socket.until(({ type }) => type === 'next');
    socket.pause();
    await talkUntil(sessionId, toldBySocket());
    socket.resume();
    return { sessionId, socket };
  };

  test('a client of Server-Sent Events that stops reading receives the reason, and is disconnected', async () => {
    let sessionId = '';
    let told: string | undefined;
    while (told === undefined) {
      sessionId = await begin();
      [, told] = /event: error\ndata: (.*)\n/.exec(await sleep(sessionId)) ?? [];
    }
    const { resumeFrom, ...problem } = recordAt(JSON.parse(told));
    expect(problem).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'SLOW_CONSUMER' });
    const stream = await openEventStream(
      `${app().url}/v1/sessions/${sessionId}/events?after=${resumeFrom}`,
    );
    await stream.until(1);
    expect(stream.seen[0]?.id).toBe(String(Number(resumeFrom) + 1));
    stream.stop();
  });

  /** Reads nothing until the server has sent its last message, then everything that arrives. */
  const sleep = async (sessionId: string): Promise<string> => {
    const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
    const path = `/v1/sessions/${sessionId}/events`;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    const headers = 'Host: x\r\nConnection: close\r\nAccept: text/event-stream';
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    let text = '';
    const givenUp = toldByStream();
    void givenUp.then(() => {
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.resume();
    });
    await talkUntil(sessionId, givenUp);
    await closed;
    return text;
  };
});

/** Settles when the server closes a socket that takes nothing. */
function toldBySocket(): Promise<void> {
  return new Promise((resolve) => {
    jest.spyOn(WebSocket.prototype, 'close').mockImplementation(function (
      this: WebSocket,
      ...sent
    ) {
      if (sent[0] === SLOW_CONSUMER) resolve();
      Reflect.apply(close, this, sent);
    });
  });
}

/** Settles when the server ends a stream whose reader takes nothing. */
function toldByStream(): Promise<void> {
  return new Promise((resolve) => {
    jest.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (
      this: ServerResponse,
      ...sent: unknown[]
    ) {
      if (String(sent[0]).includes('SLOW_CONSUMER')) resolve();
      return Reflect.apply(end, this, sent) as ServerResponse;
    });
  });
}

test('a client that reads now and then is slow, not stalled; one without unread data is neither', () => {
  const closed: unknown[] = [];
  const handle = { bytesWritten: 900, writeQueueSize: 900 };
  const connection = { writableLength: 900, _handle: handle };
  const socket = {
    OPEN: 1,
    readyState: 1,
    on: () => undefined,
    resume: () => undefined,
    close: (...told: unknown[]) => void closed.push(told),
  };
  const reader = openReader(standIn(socket), standIn(connection));
  const lookOften = () => {
    for (let check = 0; check < CHECKS - 1; check += 1) reader.checkProgress();
  };
  for (const left of [500, 1]) {
    handle.writeQueueSize = left;
    lookOften();
  }
  connection.writableLength = 0;
  for (let count = 0; count < CHECKS; count += 1) lookOften();
  expect(closed).toEqual([]);
  connection.writableLength = 900;
  const stream = {};
  reader.stream(stream);
  reader.note(stream, { chatEvents: { seq: 7 } });
  lookOften();
  expect(closed).toEqual([]);
  reader.checkProgress();
  expect(closed).toEqual([[SLOW_CONSUMER, 'SLOW_CONSUMER resumeFrom=7']]);
});

const app = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'chatReaders=2,addressReaders=3' });

const transport = restOf(app);

const eventsOf = (sessionId: string) => `${app().url}/api/v1/sessions/${sessionId}/events`;

const refused = { extensions: { code: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_READERS' } };

test('a chat, and a client, have only so many readers at a time, and one that leaves makes room', async () => {
  const { publicId } = await makePublished(transport, botOf(parrot));
  const begin = async () => (await bodyOf(transport.startChat({ publicId }))).sessionId;
  const [first, second] = [await begin(), await begin()];
  const socket = openWatcher(app().url);
  const watching = watch(socket, first);
  await watching.until(1);
  const stream = await openEventStream(eventsOf(first));
  await stream.until(1);
  await expect(watch(socket, first).done).rejects.toMatchObject([refused]);
  const answer = await fetch(eventsOf(first), { headers: { accept: 'text/event-stream' } });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect([answer.status, await answer.json()]).toMatchObject([
    429,
    {
      reason: 'TOO_MANY_READERS',
      message: expect.stringContaining('This chat has 2 readers, the most it may have'),
    },
  ]);
  const other = watch(socket, second);
  await other.until(1);
  await expect(watch(socket, second).done).rejects.toMatchObject([refused]);
  watching.stop();
  let isIn = false;
  while (!isIn) {
    const again = watch(socket, first);
    isIn = await Promise.race([
      again.until(1).then(() => true),
      again.done.then(Boolean, () => false),
    ]);
  }
  stream.stop();
  await socket.dispose();
});

test('who watches who types in a chat is one of its readers until they leave', async () => {
  const { publicId } = await makePublished(transport, botOf(parrot));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const socket = openWatcher(app().url);
  const query = `subscription ($sessionId: ID!) { chatTyping(sessionId: $sessionId) { isAgentTyping } }`;
  const typing = () => socket.iterate({ query, variables: { sessionId } });
  const [first, second] = [typing(), typing()];
  const nobody = { value: { data: { chatTyping: { isAgentTyping: false } } } };
  for (const one of [first, second]) expect(await one.next()).toMatchObject(nobody);
  expect(await typing().next()).toMatchObject({ value: { errors: [refused] } });
  await expect(watch(socket, sessionId).done).rejects.toMatchObject([refused]);
  await first.return?.();
  await eventually(async () => expect(await typing().next()).toMatchObject(nobody));
  await socket.dispose();
});

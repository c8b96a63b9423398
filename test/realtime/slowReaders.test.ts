import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type Socket } from 'node:net';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { bodyOf } from '../support/doors.js';
import { openEventStream } from '../support/eventSource.js';
import { ask, say } from '../support/flowOf.js';
import { openRawSocket } from '../support/rawSocket.js';
import { makePublished, restOf } from '../support/useApp.js';

/** Says 200 KB a turn, again and again; in an event that is three times as much. */
const talker = {
  groups: { Start: [say('x'.repeat(200_000)), { ...ask('text input'), to: 'Start' }] },
};

describe('on a server of little patience', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({}, undefined, { patience: { stalledAfter: 500 } });
  });
  afterAll(async () => app.close());
  const door = restOf(() => app);

  /** A chat of 30 MB: the kernel alone holds some that nobody has read. */
  const begin = async () => {
    const { publicId } = await makePublished(door, botOf(talker));
    const { sessionId } = await bodyOf(door.startChat({ publicId }));
    for (let turn = 0; turn < 50; turn += 1) {
      await bodyOf(door.continueChat({ sessionId, message: 'more' }));
    }
    return sessionId;
  };
  let long: Promise<string> | undefined;
  const beginLong = () => (long ??= begin());

  test('a socket that stops reading is closed by name, and goes on from the number it was told', async () => {
    const sessionId = await beginLong();
    const socket = await openRawSocket(app.url);
    await socket.begin();
    const query = `subscription { chatEvents(sessionId: "${sessionId}") { seq raw } }`;
    socket.send({ id: '1', type: 'subscribe', payload: { query } });
    await socket.until(({ type }) => type === 'next');
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    socket.resume();
    const { code, reason } = await socket.closed;
    expect(code).toBe(4290);
    const [, resumeFrom] = /^SLOW_CONSUMER resumeFrom=(\d+)$/.exec(reason) ?? [];
    const last = Number(resumeFrom);
    const seqs = socket.seen.flatMap(({ type, payload }) =>
      type === 'next' ? [Object(payload).data.chatEvents.seq] : [],
    );
    expect(seqs).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    const rest = await bodyOf(door.readEvents({ sessionId, after: last, limit: 1 }));
    expect(rest.events[0]).toMatchObject({ seq: last + 1 });
  }, 40_000);

  test('a reader of Server-Sent Events that stops reading is told why, and cut off', async () => {
    const sessionId = await beginLong();
    const { port } = new URL(app.url);
    const socket: Socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `GET /v1/sessions/${sessionId}/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: text/event-stream\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    let text = '';
    socket
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .resume();
    await new Promise((resolve) => socket.once('close', resolve));
    const [, problem = '{}'] = /event: error\ndata: (.*)\n/.exec(text) ?? [];
    expect(JSON.parse(problem)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'SLOW_CONSUMER',
    });
    const { resumeFrom } = JSON.parse(problem);
    const stream = await openEventStream(
      `${app.url}/v1/sessions/${sessionId}/events?after=${resumeFrom}`,
    );
    await stream.until(1);
    expect(stream.seen[0]?.id).toBe(String(resumeFrom + 1));
    stream.stop();
  }, 40_000);

  test('a socket that reads, however much, is left alone', async () => {
    const sessionId = await beginLong();
    const socket = await openRawSocket(app.url);
    await socket.begin();
    const query = `subscription { chatEvents(sessionId: "${sessionId}") { seq raw } }`;
    socket.send({ id: '1', type: 'subscribe', payload: { query } });
    await socket.until(() => socket.seen.length > 150);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(socket.isOpen()).toBe(true);
    socket.close();
  }, 40_000);
});

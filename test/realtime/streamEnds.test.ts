import { afterEach, describe, expect, jest, test } from '@jest/globals';
import express, { type Response } from 'express';
import type { ExecutionResult } from 'graphql';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { StreamShape } from '../../src/rest/route.js';
import { sendEvents } from '../../src/rest/eventStream.js';
import { pace } from '../support/rawSocket.js';
import { standIn } from '../support/standIn.js';

const servers: Server[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** More than the kernel buffers for a connection whose other end reads nothing. */
const MUCH = 'x'.repeat(32_000_000);

const SHAPE = { id: 'it.seq', event: 'it.kind', data: 'it.text', unnumbered: [] };

/** Yields these texts, then waits forever; throws where one is an error. */
function openSource(texts: readonly (string | Error)[]) {
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  async function* say() {
    for (const [index, text] of texts.entries()) {
      if (text instanceof Error) throw text;
      yield { data: { it: { seq: index + 1, kind: 'message', text } } };
    }
    await left;
  }
  const said = say();
  const results: typeof said = Object.assign(Object.create(said) as typeof said, {
    next: () => said.next(),
    return: () => (leave(), said.return()),
    [Symbol.asyncIterator]: () => results,
  });
  return { results, left };
}

/** A server that streams after `ready` has resolved, as after the look-ups of a chat. */
async function serveStream(
  texts: readonly (string | Error)[],
  ready: (response: Response) => Promise<unknown> = async () => undefined,
) {
  const stopping = new AbortController();
  const faults: unknown[] = [];
  const started: Promise<void>[] = [];
  const responses: Response[] = [];
  const lefts: Promise<void>[] = [];
  const app = express();
  app.get('/', async (_request, response) => {
    responses.push(response.on('error', (error) => faults.push(error)));
    await ready(response);
    const { results, left } = openSource(texts);
    lefts.push(left);
    const stream = { results, shape: standIn<StreamShape>(SHAPE), stopping: stopping.signal };
    const timeouts = { commentEvery: 10, stalledAfter: 400 };
    const explain = ({ errors = [] }: ExecutionResult) => ({ message: errors[0]?.message });
    const told = { explain, slow: { reason: 'SLOW_CONSUMER' } };
    started.push(sendEvents(response, { ...stream, ...told, timeouts }));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { server, stopping, faults, started, lefts, responses };
}

function ask(server: Server, times = 1): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times));
  return socket;
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a server that stops', () => {
  test('disconnects a client that reads nothing, without an error for what it could not send', async () => {
    const { server, stopping, faults, started, responses } = await serveStream([MUCH]);
    ask(server).pause();
    await until(() => responses[0]?.writableNeedDrain === true);
    stopping.abort();
    await new Promise((resolve) => server.close(resolve));
    await started[0];
    expect(faults).toEqual([]);
  });

  test('also disconnects a client that was being disconnected already', async () => {
    const { server, stopping, faults, responses } = await serveStream([MUCH]);
    ask(server).pause();
    await until(() => responses[0]?.writableEnded === true);
    stopping.abort();
    await new Promise((resolve) => server.close(resolve));
    expect(faults).toEqual([]);
  });

  test('ends a stream that was still being opened', async () => {
    const { server, stopping } = await serveStream(['one'], async () => stopping.abort());
    const reader = ask(server).setEncoding('latin1');
    let text = '';
    reader.on('data', (part: string) => {
      text += part;
      if (endsIn(text)) server.close();
    });
    await once(reader, 'close');
    expect(text).toMatch(/retry: \d+\n\n/);
  });
});

/** Whether a chunked response has its last chunk. */
function endsIn(text: string): boolean {
  return text.includes('0\r\n\r\n');
}

describe('a client that leaves', () => {
  test('while its stream is being opened leaves nothing behind', async () => {
    const reader: Socket[] = [];
    const { server, started, lefts } = await serveStream([], async (response) => {
      await until(() => reader.length > 0);
      reader[0]?.destroy();
      await once(response, 'close');
    });
    reader.push(ask(server));
    await until(() => started.length > 0);
    await Promise.all([...started, ...lefts]);
    expect(lefts).toHaveLength(1);
  });

  test('leaves nothing behind from a second stream on its connection either', async () => {
    const { server, started, lefts } = await serveStream([]);
    const reader = ask(server, 2);
    await until(() => started.length === 2);
    reader.destroy();
    await Promise.all([...started, ...lefts]);
    expect(lefts).toHaveLength(2);
  });
});

test('a slow client gets a whole event, however long that takes', async () => {
  const { server } = await serveStream([MUCH]);
  const reader = ask(server);
  let last = '';
  reader.setEncoding('latin1').on('data', (part: string) => {
    last = (last + part).slice(-10_000);
    if (/x"\n\n|SLOW_CONSUMER/.test(last)) reader.destroy();
  });
  pace(reader);
  await once(reader, 'close');
  expect(last).toContain('x"\n\n');
  expect(last).not.toContain('SLOW_CONSUMER');
});

test('a stream that fails says why, and from where to resume', async () => {
  const { server } = await serveStream(['one', new Error('The database is away')]);
  const reader = ask(server).setEncoding('utf8');
  let text = '';
  reader.on('data', (part: string) => (text += part));
  await until(() => endsIn(text) || reader.closed);
  expect(text).toContain('event: error\ndata: {"message":"The database is away","resumeFrom":1}');
  reader.destroy();
});

test.each([
  [0, 1_000],
  [0.5, 2_000],
  [0.999, 2_998],
])('clients reconnect spread over time, not all at once (%d)', async (chance, retry) => {
  jest.spyOn(Math, 'random').mockReturnValue(chance);
  const { server, stopping } = await serveStream([]);
  const reader = ask(server).setEncoding('utf8');
  let text = '';
  reader.on('data', (part: string) => (text += part));
  await until(() => /retry: \d+\n\n/.test(text));
  stopping.abort();
  expect(text).toContain(`retry: ${retry}\n\n`);
  reader.destroy();
});

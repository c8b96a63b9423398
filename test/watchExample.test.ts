import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { useApp } from './support/useApp.js';

const app = useApp();

/** Runs the example on a server; returns its exit code, its error output, and what it printed of the chat. */
async function watch(
  url: string,
  sessionId = 'ses_none',
): Promise<{ code: unknown; said: string; printed: string }> {
  const child = spawn(process.execPath, ['examples/watch.mjs', sessionId], {
    env: { ...process.env, PARLEY: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
  child.stdout.setEncoding('utf8').on('data', (part) => (printed += part));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, said, printed };
}

/** A WebSocket server, and its address for the example. */
async function openSockets(): Promise<{ sockets: WebSocketServer; url: string }> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const { port } = sockets.address() as AddressInfo; // A listening TCP server has one.
  return { sockets, url: `http://127.0.0.1:${port}` };
}

test('the example that watches a chat says what it needs if no chat is named', async () => {
  expect(await watch(app().url, '')).toEqual({
    code: 2,
    said: 'Say which chat: watch.mjs <sessionId> [after]\n',
    printed: '',
  });
});

test('the example that watches a chat ends with one line if there is no such chat', async () => {
  const { code, said } = await watch(app().url);
  expect([code, said.split('\n').length]).toEqual([1, 2]);
  expect(said).toContain('Stopped after number 0: ');
});

test('the example that watches a chat ends with one line if the server refuses it', async () => {
  const { sockets, url } = await openSockets();
  sockets.on('connection', (socket) => socket.close(4401, 'Unauthorized'));
  const ended = await watch(url);
  sockets.close();
  expect(ended).toEqual({ code: 1, said: 'Stopped after number 0: Unauthorized\n', printed: '' });
});

test.each(['error', 'next'])(
  'the example that watches a chat goes on after an outage of the database that ends its stream with %s',
  async (type) => {
    const { sockets, url } = await openSockets();
    const begun: unknown[] = [];
    sockets.on('connection', (socket) => {
      const send = (message: unknown) => socket.send(JSON.stringify(message));
      socket.on('message', (data: Buffer) => {
        const sent = JSON.parse(data.toString()) as Sent;
        if (sent.type === 'connection_init') send({ type: 'connection_ack' });
        if (sent.type !== 'subscribe') return;
        const { id } = sent;
        const seq = begun.push(sent.payload.variables.after);
        const chatEvents = { __typename: 'ChatHeardEvent', seq, text: `Text ${seq}` };
        send({ type: 'next', id, payload: { data: { chatEvents } } });
        if (seq === 1) send({ type, id, payload: type === 'error' ? OUTAGE : { errors: OUTAGE } });
        else send({ type: 'complete', id });
      });
    });
    const ended = await watch(url);
    sockets.close();
    expect(ended).toEqual({ code: 0, said: '', printed: '1  you: Text 1\n2  you: Text 2\n' });
    expect(begun).toEqual([0, 1]);
  },
);

type Sent =
  | { readonly type: 'connection_init' | 'complete' }
  | {
      readonly type: 'subscribe';
      readonly id: string;
      readonly payload: { readonly variables: { readonly after: number } };
    };

const OUTAGE = [
  {
    message: 'The database does not work now; try again',
    extensions: { code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE', retryAfter: 0.01 },
  },
];

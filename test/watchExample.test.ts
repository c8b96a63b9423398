import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { WebSocketServer } from 'ws';
import { useApp } from './support/useApp.js';

const app = useApp();

/** Runs the example on a server; gives how it ended and what it said of that. */
async function watch(
  url: string,
  sessionId = 'ses_none',
): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, ['examples/watch.mjs', sessionId], {
    env: { ...process.env, PARLEY: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, said };
}

test('the example that watches a chat says what it needs if no chat is named', async () => {
  expect(await watch(app().url, '')).toEqual({
    code: 2,
    said: 'Say which chat: watch.mjs <sessionId> [after]\n',
  });
});

test('the example that watches a chat ends with one line if there is no such chat', async () => {
  const { code, said } = await watch(app().url);
  expect([code, said.split('\n').length]).toEqual([1, 2]);
  expect(said).toContain('Stopped after number 0: ');
});

test('the example that watches a chat ends with one line if the server refuses it', async () => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  sockets.on('connection', (socket) => socket.close(4401, 'Unauthorized'));
  await once(sockets, 'listening');
  const { port } = sockets.address() as AddressInfo; // A listening TCP server has one.
  const ended = await watch(`http://127.0.0.1:${port}`);
  sockets.close();
  expect(ended).toEqual({ code: 1, said: 'Stopped after number 0: Unauthorized\n' });
});

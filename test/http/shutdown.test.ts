import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { openShutdown } from '../../src/http/shutdown.js';

test('a server that stops still answers earlier requests, and is closed after the last answer', async () => {
  const held: ServerResponse[] = [];
  const server = createServer({ headersTimeout: 0, requestTimeout: 0 });
  const leaving = openShutdown(server);
  server.on('request', ({ url }, response) => {
    if (url === '/slow') held.push(response);
    else response.end('at once');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  const address = `http://127.0.0.1:${port}`;
  const begun = once(server, 'request');
  const slow = fetch(`${address}/slow`);
  await begun;
  // A kept connection that nobody uses must not hold the server back.
  expect(await (await fetch(address)).text()).toBe('at once');
  // Nor one that somebody has opened in advance.
  const unused = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(server, 'connection');

  let isGone = false;
  let gone: Promise<void> | undefined;
  await new Promise<void>((onClosing) => {
    gone = leaving.close(0, onClosing).then(() => void (isGone = true));
  });
  expect(leaving.isLeaving()).toBe(true);
  await expect(fetch(address)).rejects.toThrow();
  if (!unused.closed) await once(unused.resume(), 'close');
  expect(isGone).toBe(false);
  held[0]?.end('in the end');
  expect(await (await slow).text()).toBe('in the end');
  await gone;
});

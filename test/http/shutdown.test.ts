import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openShutdown } from '../../src/http/shutdown.js';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase } from '../support/database.js';

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
  // An idle keep-alive connection must not delay the stop.
  expect(await (await fetch(address)).text()).toBe('at once');
  // Nor must a connection without any request.
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

test('a failure that no request waits for is logged as a bug, and the server goes on', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-strays-'));
  const stray = `process.on('SIGUSR2', () => void Promise.reject(new Error('stray')))`;
  const server = await startChildServer(dataDir, {
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}`,
  });
  process.kill(server.pid, 'SIGUSR2');
  while (!server.lines.some((line) => line.includes('stray'))) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.end('SIGKILL');
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

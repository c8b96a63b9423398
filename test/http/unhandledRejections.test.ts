import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startChildServer } from '../support/childServer.js';
import { createTestDatabase } from '../support/database.js';

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

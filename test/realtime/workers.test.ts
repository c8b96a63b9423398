import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { type ChildServer, prepareData, startChildServer } from '../support/childServer.js';
import { bodyOf, openTransport } from '../support/transports.js';
import { say } from '../support/flowOf.js';
import { until } from '../support/until.js';
import { openWatcher, watch } from '../support/watcher.js';

let dataDir: string;
let server: ChildServer;
const token = 'the-owner-of-this-test-server';
const transport = openTransport('REST', () => server.url);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-workers-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(dataDir, 0o755);
  await prepareData(dataDir);
});
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

test('two processes serve one address; one that dies is replaced, and both stop cleanly', async () => {
  server = await startChildServer(dataDir, {
    WORKERS: '2',
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'info',
    TZ: 'Europe/Paris',
  });
  const owner = { token };
  const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Mine' }, owner));
  const sent = { workspaceId: workspace.id, bot: botOf(interview) };
  const { id: botId } = (await bodyOf(transport.createBot(sent, owner))).bot;
  const { publicId } = await bodyOf(transport.publishBot({ botId }, owner));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));

  // The time zone of the machine is not that of the visitor: dates and code use UTC.
  const telling = botOf({ groups: { Start: [say('{{= new Date(0).getHours() =}}')] } });
  const preview = await bodyOf(transport.startPreview({ botId, bot: telling }));
  expect(preview.messages).toMatchObject([{ content: { plainText: '0' } }]);

  const [first, second] = childrenOf(server.pid);
  expect([first, second]).toEqual([expect.any(Number), expect.any(Number)]);
  // Connections go to the processes in turn, so both processes have watchers.
  const sockets = [1, 2, 3, 4].map(() => openWatcher(server.url));
  const watching = sockets.map((socket) => watch(socket, sessionId));
  await Promise.all(watching.map(({ until }) => until(3)));
  await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
  await Promise.all(watching.map(({ until }) => until(7)));
  for (const { seen } of watching)
    expect(seen.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const { stop } of watching) stop();
  for (const socket of sockets) await socket.dispose();

  process.kill(first ?? 0, 'SIGKILL');
  await until(() => {
    const now = childrenOf(server.pid);
    return now.length === 2 && !now.includes(first ?? 0);
  });
  for (let count = 0; count < 4; count += 1) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }
  expect(await server.end('SIGTERM')).toBe(0);
  await until(() => !readdirSync('/proc').includes(String(second)));
});

/** The server processes that it started, without those of PostgreSQL. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.filter((child) => commandOf(child).includes('main.js')).map(Number);
}

/** The command line of a process; empty if it has just ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

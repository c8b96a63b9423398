import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { childrenOf } from '../../../bench/chaos/children.js';
import { startEmbeddedPostgres } from '../../../src/storage/postgres/embeddedPostgres.js';
import { findPostgresHome } from '../../../src/storage/postgres/postgresHome.js';
import { findPostmaster } from '../../../src/storage/postgres/postmaster.js';
import { findRunningPostgres } from '../../../src/storage/postgres/runningPostgres.js';
import {
  type ChildServer,
  isRunning,
  parentOf,
  postgresOf,
  prepareData,
  startChildServer,
} from '../../support/childServer.js';
import { bodyOf, openTransport } from '../../support/transports.js';
import { until } from '../../support/until.js';

const owner = { token: 'the-owner-of-this-test-server' };

describe('the embedded PostgreSQL of a server that was killed', () => {
  let folder: string;
  let dataDir: string;
  let workspaceId: string;
  const servers: ChildServer[] = [];
  const transport = openTransport('REST', () => String(servers.at(-1)?.url));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-orphaned-'));
    // If this process is root, PostgreSQL runs as another user, who needs access.
    chmodSync(folder, 0o755);
    dataDir = join(folder, 'data');
    await prepareData(dataDir);
  });
  afterAll(async () => {
    for (const server of servers) await server.end('SIGKILL');
    // Without a server to end it, it still runs.
    const left = postgresOf(dataDir);
    if (isRunning(left) && findPostmaster(join(dataDir, 'postgres'))) endIfThere(left);
    await until(() => !isRunning(left));
    rmSync(folder, { recursive: true, force: true });
  });

  /** The server that an earlier test left running, or a new one with a workspace: each start takes seconds. */
  async function running(): Promise<ChildServer> {
    const last = servers.at(-1);
    if (last && isRunning(last.pid)) return last;
    const server = await start();
    workspaceId = (await bodyOf(transport.createWorkspace({ name: 'Mine' }, owner))).workspace.id;
    return server;
  }

  async function start(): Promise<ChildServer> {
    const server = await startChildServer(dataDir, { ADMIN_TOKEN: owner.token });
    servers.push(server);
    return server;
  }

  /** Expects that the data are still there. */
  async function expectWorkspace(): Promise<void> {
    const found = await bodyOf(transport.readWorkspace({ workspaceId }, owner));
    expect(found.workspace).toMatchObject({ name: 'Mine' });
  }

  test('is not ended if something else has started it', async () => {
    const home = findPostgresHome(join(dataDir, 'postgres'), () => undefined);
    const where = ['-D', home.dataDir, '-k', home.dataDir, '-c', 'listen_addresses='];
    const options = { ...home.owner, cwd: '/', stdio: 'ignore' } as const;
    const byHand = spawn(join(home.native, 'bin/postgres'), where, options);
    await until(() => postgresOf(dataDir) === byHand.pid);
    expect(findPostmaster(home.dataDir)).toMatchObject({ pid: byHand.pid, isOrphan: false });
    endIfThere(Number(byHand.pid));
    await until(() => !isRunning(Number(byHand.pid)));
  });

  test('is refused to a second server while the first one lives', async () => {
    const first = await running();
    const postgres = postgresOf(dataDir);
    const said = `Parley is already running with the data in ${join(dataDir, 'postgres')} (process ${first.pid})`;
    const told: string[] = [];
    const second = startEmbeddedPostgres({
      dataDir: join(dataDir, 'postgres'),
      tell: (sentence) => void told.push(sentence),
      previousWithin: 300,
    });
    told.push(String(await second.catch(String)));
    // First it says that it waits, then that it has waited long enough.
    expect(told.map((sentence) => sentence.includes(said))).toEqual([true, true]);
    expect(told.at(-1)).toMatch(/another DATA_DIR[\s\S]*or DATABASE_URL/);
    expect(postgresOf(dataDir)).toBe(postgres);
    expect(isRunning(postgres)).toBe(true);
    await expectWorkspace();
    expect(first.lines.join('\n')).not.toContain('ended unexpectedly');
  });

  test.each([
    ['the shell that watches it', (shell: number) => [shell, ...childrenOf(shell).map(idOf)]],
    ['the half of that shell that would end it', (shell: number) => childrenOf(shell).map(idOf)],
  ])('is taken over with all its data when %s was killed as well', async (_name, watching) => {
    const server = await running();
    const postgres = postgresOf(dataDir);
    const watchers = watching(parentOf(postgres)).filter((pid) => pid !== postgres);
    expect(watchers).not.toHaveLength(0);
    // Otherwise it would see the other processes end, and start PostgreSQL again.
    process.kill(server.pid, 'SIGSTOP');
    for (const pid of watchers) process.kill(pid, 'SIGKILL');
    await server.end('SIGKILL');
    expect(isRunning(postgres)).toBe(true);

    const next = await start();
    // It has ended before the next one starts; the system may free its process id later.
    await until(() => !isRunning(postgres));
    expect(next.lines.join('\n')).toContain('of a server that was killed still runs; it is ended');
    await expectWorkspace();
  });

  test('starts although another program now has the process id in its lock file', async () => {
    const other = await killAll(await running());
    try {
      expect(findRunningPostgres(dataDir)).toBeUndefined();
      await start();
      await expectWorkspace();
      expect(isRunning(Number(other.pid))).toBe(true);
    } finally {
      other.kill();
    }
  });

  test('ends with a server that is stopped', async () => {
    const server = await running();
    expect(isRunning(postgresOf(dataDir))).toBe(true);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(postgresOf(dataDir)).toBe(0);
  });

  /** Leaves a lock file whose process id belongs to another program of the same user. */
  async function killAll(server: ChildServer): Promise<ChildProcess> {
    const postgres = postgresOf(dataDir);
    process.kill(server.pid, 'SIGSTOP');
    for (const pid of [postgres, parentOf(postgres)]) process.kill(pid, 'SIGKILL');
    await server.end('SIGKILL');
    await until(() => !isRunning(postgres));
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const { uid, gid } = statSync(file);
    const asOwner = process.getuid?.() === 0 ? { uid, gid } : {};
    const other = spawn('sleep', ['600'], { ...asOwner, cwd: '/' });
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [other.pid, ...rest].join('\n'));
    return other;
  }
});

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended by itself meanwhile.
  }
}

function idOf({ pid }: { readonly pid: number }): number {
  return pid;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { createDatabase } from '../database.js';
import { makeFolder } from '../stage.js';
import { oneOf } from './chance.js';
import { childrenOf } from './children.js';
import { recoveryOf, underFire, type Fire } from './fire.js';
import { startPhoenix, startTwo, type Phoenix } from './phoenix.js';
import { openShop } from './shop.js';
import { until, wait } from './times.js';
import type { Ground, Trial } from './trial.js';

/** Two servers on one database; each is killed at random and started again. */
export const killServers: Trial = {
  name: 'kill-server',
  promise: 'kill -9 of servers: nothing acknowledged is lost or doubled, ready within 10 s',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const shop = await openShop(later, chance);
    const servers = await startTwo(database.url, { settings: shop.settings }, later);
    const kills = { count: isQuick ? 6 : 120, rest: 1_500 };
    return underFire(ground, {
      databaseUrl: () => database.url,
      server: servers[0].now(),
      shop,
      ports: servers.map(({ port }) => port),
      answers: isQuick ? 500 : 12_000,
      assault: () =>
        assault(
          ground,
          kills,
          servers.map((server) => () => killAndRaise(server)),
        ),
    });
  },
};

const WORKERS = 2;
/** How long a new process may take to start, in milliseconds. */
const COMES_WITHIN = 60_000;

/** One server of two processes; one of them, or both, is killed at random. The server itself replaces them. */
export const killWorkers: Trial = {
  name: 'kill-worker',
  promise: 'kill -9 of processes of one server (WORKERS=2): the same, and it replaces them itself',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const shop = await openShop(later, chance);
    const settings = { ...shop.settings, WORKERS: String(WORKERS) };
    const server = await startPhoenix(database.url, { settings }, later);
    return underFire(ground, {
      databaseUrl: () => database.url,
      server: server.now(),
      shop,
      ports: [server.port],
      answers: isQuick ? 500 : 3_000,
      assault: (visitors) =>
        assault(ground, { count: isQuick ? 4 : 40, rest: 1_000 }, [
          async () => {
            const killed = workersOf(server).slice(0, chance() < 0.25 ? WORKERS : 1);
            const begun = performance.now();
            for (const pid of killed) process.kill(pid, 'SIGKILL');
            await recoveryOf(visitors, server.isReady);
            await until(() => workersOf(server).length === WORKERS, COMES_WITHIN);
            const took = performance.now() - begun;
            return killed.map(() => took);
          },
        ]),
    });
  },
};

/** The processes of a server that serve. */
export function workersOf(server: Phoenix): number[] {
  return childrenOf(server.now().pid)
    .filter(({ command }) => command.includes('main.js'))
    .map(({ pid }) => pid);
}

/** A server as `npm start` starts it: when it is killed, its embedded PostgreSQL ends with it. */
export const killTogether: Trial = {
  name: 'kill-embedded',
  promise: 'kill -9 of a server with its embedded PostgreSQL: the same',
  async run(ground) {
    const { isQuick } = ground;
    const { server, fire } = await startEmbedded(ground, {});
    const kills = { count: isQuick ? 3 : 40, rest: 1_500 };
    return underFire(ground, {
      ...fire,
      answers: isQuick ? 300 : 3_000,
      assault: () => assault(ground, kills, [() => killAndRaise(server)]),
    });
  },
};

/** A server of two processes on its embedded PostgreSQL, which is killed at random; the server never ends. */
export const killDatabase: Trial = {
  name: 'kill-database',
  promise: 'kill -9 of PostgreSQL, whole or a process: the same, and the server stays',
  async run(ground) {
    const { isQuick, chance } = ground;
    const { server, fire, dataDir } = await startEmbedded(ground, { WORKERS: '2' });
    const { pid } = server.now();
    const outcome = await underFire(ground, {
      ...fire,
      answers: isQuick ? 300 : 5_000,
      assault: (visitors) =>
        assault(ground, { count: isQuick ? 6 : 50, rest: 1_500 }, [
          async () => {
            const postmaster = postmasterOf(dataDir);
            const [backend] = childrenOf(postmaster).filter(({ command }) =>
              command.includes('postgres parley'),
            );
            const way = oneOf(chance, ['whole', 'at once', 'one process'] as const);
            if (way === 'one process') process.kill(backend?.pid ?? postmaster, 'SIGKILL');
            else process.kill(postmaster, way === 'whole' ? 'SIGKILL' : 'SIGQUIT');
            return [await recoveryOf(visitors, server.isReady)];
          },
        ]),
    });
    return server.now().pid === pid && (await server.isReady())
      ? outcome
      : { ...outcome, broken: [...outcome.broken, 'the server did not stay'] };
  },
};

/** Starts a server that runs its own PostgreSQL in a new folder. */
async function startEmbedded({ later, chance }: Ground, settings: Record<string, string>) {
  const dataDir = join(makeFolder(later), 'data');
  const shop = await openShop(later, chance);
  const all = { ...shop.settings, ...settings, DATA_DIR: dataDir };
  const server = await startPhoenix('', { settings: all }, later);
  const databaseUrl = (): string => {
    const url = findRunningPostgres(dataDir);
    if (url === undefined) throw new Error('The embedded PostgreSQL does not run');
    return url;
  };
  const fire: Omit<Fire, 'answers' | 'assault'> = {
    ...{ databaseUrl, server: server.now(), shop, ports: [server.port] },
  };
  return { server, dataDir, fire };
}

/** The first process of an embedded PostgreSQL, the parent of the others. */
function postmasterOf(dataDir: string): number {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

async function killAndRaise(server: Phoenix): Promise<number[]> {
  const killed = performance.now();
  await server.now().kill();
  await server.rise();
  return [performance.now() - killed];
}

/**
 * Kills until there were enough, each killer by itself with pauses of up to `rest` milliseconds; returns what the killers return: how
 * long the server took to recover from each kill, in milliseconds.
 */
async function assault(
  { chance, say }: Ground,
  { count, rest }: { readonly count: number; readonly rest: number },
  killers: readonly (() => Promise<number[]>)[],
): Promise<number[]> {
  const recoveries: number[] = [];
  let left = count;
  const killOn = async (kill: () => Promise<number[]>): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await wait(chance() * rest);
      const took = await kill();
      left -= took.length - 1;
      recoveries.push(...took);
      if (recoveries.length % 10 === 0) say(`killed ${recoveries.length} of ${count}`);
    }
  };
  await Promise.all(killers.map(killOn));
  return recoveries;
}

import { createDatabase } from '../database.js';
import { childrenOf } from './children.js';
import { recoveryOf, underFire } from './fire.js';
import { startPhoenix, type Phoenix } from './phoenix.js';
import { openShop } from './shop.js';
import { until, wait } from './times.js';
import type { Ground, Trial } from './trial.js';
import type { Visitors } from './visitors.js';

const WORKERS = 2;
/** The longest time until the next kill, and how long a new process may take to start, in milliseconds. */
const [RESTS, COMES_WITHIN] = [1_000, 60_000] as const;

/** One server of two processes; one of them, or both, is killed at random. The server itself replaces them. */
export const killWorkers: Trial = {
  name: 'kill-worker',
  promise: 'kill -9 of processes of one server (WORKERS=2): the same, and it replaces them itself',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const shop = await openShop(later, chance);
    const server = await startPhoenix(database.url, {
      settings: { ...shop.settings, WORKERS: String(WORKERS) },
    });
    later(async () => void (await server.now().stop()));
    const kills = isQuick ? 4 : 40;
    return underFire(ground, {
      databaseUrl: () => database.url,
      server: server.now(),
      shop,
      ports: [server.port],
      answers: isQuick ? 500 : 3_000,
      assault: (visitors) => assault(ground, { server, visitors, kills }),
    });
  },
};

async function assault(
  { chance, say }: Ground,
  { server, visitors, kills }: { server: Phoenix; visitors: Visitors; kills: number },
): Promise<number[]> {
  const recoveries: number[] = [];
  while (recoveries.length < kills) {
    await wait(chance() * RESTS);
    const workers = workersOf(server);
    const killed = workers.slice(0, chance() < 0.25 ? WORKERS : 1);
    const begun = performance.now();
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await recoveryOf(visitors, server.isReady);
    await until(() => workersOf(server).length === WORKERS, COMES_WITHIN);
    const took = performance.now() - begun;
    recoveries.push(...killed.map(() => took));
    say(`killed ${recoveries.length} of ${kills}`);
  }
  return recoveries;
}

function workersOf(server: Phoenix): number[] {
  return childrenOf(server.now().pid)
    .filter(({ command }) => command.includes('main.js'))
    .map(({ pid }) => pid);
}

import { oneOf } from './chance.js';
import { backendsOf, embeddedUrl, postmasterOf, startEmbedded } from './embedded.js';
import { recoveryOf, underFire } from './fire.js';
import type { Phoenix } from './phoenix.js';
import { wait } from './times.js';
import type { Ground, Trial } from './trial.js';
import type { Visitors } from './visitors.js';

/** The longest time until the next kill, in milliseconds. */
const RESTS = 1_500;

/** A server of two processes on its embedded PostgreSQL, which is killed at random; the server never ends. */
export const killDatabase: Trial = {
  name: 'kill-database',
  promise: 'kill -9 of PostgreSQL, whole or a process: the same, and the server stays',
  async run(ground) {
    const { isQuick } = ground;
    const { dataDir, shop, server } = await startEmbedded(ground, { WORKERS: '2' });
    const { pid } = server.now();
    const kills = isQuick ? 6 : 50;
    const outcome = await underFire(ground, {
      databaseUrl: () => embeddedUrl(dataDir),
      server: server.now(),
      shop,
      ports: [server.port],
      answers: isQuick ? 300 : 5_000,
      assault: (visitors) => assault(ground, { server, visitors, dataDir, kills }),
    });
    return server.now().pid === pid && (await server.isReady())
      ? outcome
      : { ...outcome, broken: [...outcome.broken, 'the server did not stay'] };
  },
};

interface Assault {
  readonly server: Phoenix;
  readonly visitors: Visitors;
  readonly dataDir: string;
  readonly kills: number;
}

async function assault({ chance, say }: Ground, { server, visitors, dataDir, kills }: Assault) {
  const recoveries: number[] = [];
  while (recoveries.length < kills) {
    await wait(chance() * RESTS);
    const ways = ['whole', 'at once', 'one process'] as const;
    const way = oneOf(chance, ways);
    const [backend] = backendsOf(dataDir);
    if (way === 'one process') process.kill(backend ?? postmasterOf(dataDir), 'SIGKILL');
    else process.kill(postmasterOf(dataDir), way === 'whole' ? 'SIGKILL' : 'SIGQUIT');
    recoveries.push(await recoveryOf(visitors, server.isReady));
    if (recoveries.length % 10 === 0) say(`killed ${recoveries.length} of ${kills}`);
  }
  return recoveries;
}

import { embeddedUrl, startEmbedded } from './embedded.js';
import { underFire } from './fire.js';
import type { Phoenix } from './phoenix.js';
import { wait } from './times.js';
import type { Ground, Trial } from './trial.js';

/** The longest time until the next kill, in milliseconds. */
const LIVES = 1_500;

/** A server as `npm start` starts it: when it is killed, its embedded PostgreSQL ends with it. */
export const killTogether: Trial = {
  name: 'kill-embedded',
  promise: 'kill -9 of a server with its embedded PostgreSQL: the same',
  async run(ground) {
    const { isQuick } = ground;
    const { dataDir, shop, server } = await startEmbedded(ground);
    const kills = isQuick ? 3 : 40;
    return underFire(ground, {
      databaseUrl: () => embeddedUrl(dataDir),
      server: server.now(),
      shop,
      ports: [server.port],
      answers: isQuick ? 300 : 3_000,
      assault: () => assault(ground, server, kills),
    });
  },
};

async function assault({ chance, say }: Ground, server: Phoenix, kills: number) {
  const recoveries: number[] = [];
  while (recoveries.length < kills) {
    await wait(chance() * LIVES);
    const killed = performance.now();
    await server.now().kill();
    await server.rise();
    recoveries.push(performance.now() - killed);
    if (recoveries.length % 10 === 0) say(`killed ${recoveries.length} of ${kills}`);
  }
  return recoveries;
}

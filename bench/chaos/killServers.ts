import { createDatabase } from '../database.js';
import { underFire } from './fire.js';
import { startTwo, type Phoenix } from './phoenix.js';
import { openShop } from './shop.js';
import { wait } from './times.js';
import type { Ground, Outcome, Trial } from './trial.js';

/** The longest time until the next kill, in milliseconds. */
const LIVES = 1_500;

/** Two servers on one database; each is killed at random and started again. */
export const killServers: Trial = {
  name: 'kill-server',
  promise: 'kill -9 of servers: nothing acknowledged is lost or doubled, ready within 10 s',
  async run(ground: Ground): Promise<Outcome> {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const shop = await openShop(later, chance);
    const servers = await startTwo(database.url, { settings: shop.settings }, later);
    const kills = isQuick ? 6 : 120;
    return underFire(ground, {
      databaseUrl: () => database.url,
      server: servers[0].now(),
      shop,
      ports: servers.map(({ port }) => port),
      answers: isQuick ? 500 : 12_000,
      assault: () => assault(ground, servers, kills),
    });
  },
};

async function assault(ground: Ground, servers: readonly Phoenix[], kills: number) {
  const recoveries: number[] = [];
  let left = kills;
  const killAgain = async (server: Phoenix): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await wait(ground.chance() * LIVES);
      const killed = performance.now();
      await server.now().kill();
      await server.rise();
      recoveries.push(performance.now() - killed);
      if (recoveries.length % 10 === 0) ground.say(`killed ${recoveries.length} of ${kills}`);
    }
  };
  await Promise.all(servers.map(killAgain));
  return recoveries;
}

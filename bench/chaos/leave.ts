import { createDatabase } from '../database.js';
import { publishBot } from '../publishBot.js';
import { openBalancer } from './balancer.js';
import { flowBeginningWith } from './flows.js';
import { startPhoenix, type Phoenix } from './phoenix.js';
import { startSlowPlace } from './slowPlace.js';
import { openSteadyLoad } from './steadyLoad.js';
import { spreadOf, wait } from './times.js';
import type { Ground, Outcome, Trial } from './trial.js';

const PER_SECOND = 200;
/** How long the slow turns take, and how long both servers are there at least and at most, in milliseconds. */
const [SLOW_TURN, STAYS, STAYS_LONGER] = [2_000, 700, 1_000] as const;
/** Within what a server that was told to stop has to be gone, in milliseconds. */
const GONE_WITHIN = 30_000;

/** Two servers behind a balancer, one of them of two processes; they are replaced in turn, as in a roll-out. */
export const leave: Trial = {
  name: 'leave',
  promise: `SIGTERM under ${PER_SECOND} requests a second: none fails, exit within 30 s`,
  async run(ground) {
    const { later, isQuick } = ground;
    const database = await createDatabase();
    later(database.drop);
    const slowPort = await startSlowPlace(SLOW_TURN, later);
    const settings = { OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${slowPort}` };
    const servers: Phoenix[] = [];
    for (const WORKERS of ['1', '2']) {
      const server = await startPhoenix(database.url, { settings: { ...settings, WORKERS } });
      later(async () => void (await server.now().stop()));
      servers.push(server);
    }
    const [first] = servers;
    if (!first) throw new Error('No server');
    const balancer = await openBalancer(servers);
    later(balancer.close);
    const load = await openSteadyLoad({
      port: balancer.port,
      quickBot: await publishBot(first.now()),
      slowBot: await publishBot(first.now(), slowFlow(slowPort)),
      perSecond: PER_SECOND,
    });
    const exits = await replaceInTurn(ground, servers, isQuick ? 2 : 12);
    return outcomeOf(await load.stop(), exits);
  },
};

/** How a server ended, and how many milliseconds it took. */
interface Exit {
  readonly how: number | string;
  readonly took: number;
}

async function replaceInTurn(
  { chance, say }: Ground,
  servers: readonly Phoenix[],
  times: number,
): Promise<Exit[]> {
  const exits: Exit[] = [];
  for (let count = 0; count < times; count += 1) {
    await wait(STAYS + chance() * STAYS_LONGER);
    const server = servers[count % servers.length];
    if (!server) throw new Error('No server');
    const told = performance.now();
    const how = await server.now().stop();
    const took = performance.now() - told;
    exits.push({ how, took });
    say(`${count + 1} of ${times} left with ${how} after ${took.toFixed(0)} ms`);
    await server.rise();
  }
  return exits;
}

function outcomeOf(
  { requests, rate, failures }: { requests: number; rate: number; failures: readonly string[] },
  exits: readonly Exit[],
): Outcome {
  const late = exits.filter(({ took }) => took > GONE_WITHIN).length;
  const unclean = exits.filter(({ how }) => how !== 0).length;
  const kinds = [...new Set(failures)].join(', ');
  const faults: readonly (readonly [number, string])[] = [
    [failures.length, `requests failed: ${kinds}`],
    [late, 'servers took longer than 30 s to leave'],
    [unclean, 'servers did not leave in good order'],
  ];
  return {
    figures: {
      'servers told to stop': exits.length,
      requests: `${requests}, ${rate.toFixed(0)} a second`,
      failed: failures.length,
      'gone after': spreadOf(exits.map(({ took }) => took)),
    },
    broken: faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
  };
}

/** A flow that waits for an answer from elsewhere in every second turn. */
function slowFlow(port: number): object {
  const webhook = { url: `http://127.0.0.1:${port}/`, method: 'GET' };
  return flowBeginningWith({ id: 'call', type: 'Webhook', options: { webhook } });
}

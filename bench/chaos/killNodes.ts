import { createDatabase, queryOn } from '../database.js';
import { recoveryOf, underFire } from './fire.js';
import { startTwo, type Phoenix } from './phoenix.js';
import { openShop } from './shop.js';
import { until, wait } from './times.js';
import type { Ground, Trial } from './trial.js';
import type { Visitors } from './visitors.js';

/** The longest time until the next kill, and until the worker is back, in milliseconds. */
const [RESTS, BACK_WITHIN] = [4_000, 60_000] as const;

/**
 * Two servers on the cluster of CITUS_URL, whose nodes run on this machine. A worker crashes, because a process of it is killed, or
 * the shards of some chats move to another one.
 */
export const killNodes: Trial = {
  name: 'kill-node',
  promise: 'kill -9 of workers of a cluster, and shards that move: the same (needs CITUS_URL)',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    if (process.env['CITUS_URL'] === undefined) {
      return { figures: { 'not tried': 'CITUS_URL is not set' }, broken: [] };
    }
    const database = await createDatabase();
    later(database.drop);
    const shop = await openShop(later, chance);
    const servers = await startTwo(database.url, { settings: shop.settings }, later);
    return underFire(ground, {
      databaseUrl: () => database.url,
      server: servers[0].now(),
      shop,
      ports: servers.map(({ port }) => port),
      answers: isQuick ? 300 : 5_000,
      assault: (visitors) =>
        assault(ground, { url: database.url, visitors, servers, rounds: isQuick ? 4 : 40 }),
    });
  },
};

interface Assault {
  readonly url: string;
  readonly visitors: Visitors;
  readonly servers: readonly Phoenix[];
  readonly rounds: number;
}

/**
 * Alternates between both. The recovery of the servers is measured only after a kill, from when the worker accepts connections again,
 * since the restart of the worker depends on its disk.
 */
async function assault({ chance, say }: Ground, { url, visitors, servers, rounds }: Assault) {
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await wait(chance() * RESTS);
    if (round % 2 === 1) {
      say(await moveShard(url));
      continue;
    }
    const worker = await killWorker(url, chance());
    await until(() => isBack(worker), BACK_WITHIN);
    const isReady = async (): Promise<boolean> =>
      (await Promise.all(servers.map(async (server) => server.isReady()))).every(Boolean);
    recoveries.push(await recoveryOf(visitors, isReady));
    say(`a worker was killed ${recoveries.length} times`);
  }
  return recoveries;
}

/** Kills a backend of a worker, whose PostgreSQL then ends all others and starts again. Returns the address of the worker. */
async function killWorker(url: string, chosen: number): Promise<string> {
  const workers = await queryOn(
    url,
    `select nodename, nodeport from pg_dist_node where groupid > 0`,
  );
  const worker = workers[Math.floor(chosen * workers.length)];
  const address = new URL(url);
  address.hostname = String(worker?.['nodename']);
  address.port = String(worker?.['nodeport']);
  const [found] = await queryOn(
    address.href,
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
      and pid <> pg_backend_pid() order by random() limit 1`,
  );
  if (found) process.kill(Number(found['pid']), 'SIGKILL');
  // Until the crash is noticed.
  await wait(100);
  return address.href;
}

async function isBack(worker: string): Promise<boolean> {
  return queryOn(worker, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Moves the largest shard of chats, with its related shards, from its worker to the one with the fewest. */
async function moveShard(url: string): Promise<string> {
  const [shard] = await queryOn(url, FULLEST);
  const begun = performance.now();
  const { id, host, port, to_host: toHost, to_port: toPort } = shard ?? {};
  try {
    await queryOn(
      url,
      `select citus_move_shard_placement(${id}, '${host}', ${port}, '${toHost}', ${toPort}, 'force_logical')`,
    );
  } catch (error) {
    return `a shard did not move: ${String(error)}`;
  }
  return `a shard moved within ${Math.round(performance.now() - begun)} ms`;
}

const FULLEST = `select shardid as id, nodename as host, nodeport as port, other.to_host, other.to_port
  from citus_shards cross join lateral (select nodename as to_host, nodeport as to_port from pg_dist_node
    where groupid > 0 and (nodename, nodeport) <> (citus_shards.nodename, citus_shards.nodeport) limit 1) as other
  where table_name = 'chat_session'::regclass order by shard_size desc, random() limit 1`;

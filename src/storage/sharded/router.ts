import type { Pool } from 'pg';
import { openTurnWriter, type TurnWriter } from '../hot/turnWriter.js';
import type { Server, Storage } from '../orm.js';
import { shardKeyOf } from '../shardKeys.js';
import { readHashes, readShardMap, type ShardMap } from './shardMap.js';

/** Finds the connections over which the chats with a shard key are written. */
export interface Router {
  /** The pool of the worker that has the key; that of the database where none is known to have it. */
  poolOf(shardKey: string): Pool;
}

/** Where a router tells what it met, and until when it looks. */
export interface RouterOptions {
  readonly log: { warn(sentence: string): void };
  readonly signal: AbortSignal;
}

/** How often the map is read again, in milliseconds: a turn that is sent to the former worker of its key is only slower. */
const READS_EVERY = 5_000;

/**
 * Opens the way to the workers of a cluster; on any other PostgreSQL every key leads to the pool of chats. It only picks a
 * connection: any node of the cluster writes a turn of any key, and the one that has the key does it without asking another.
 */
export function openRouter(
  storage: Pick<Storage, 'chatPool' | 'openPoolAt'>,
  { log, signal }: RouterOptions,
  every: number = READS_EVERY,
): Router {
  const { chatPool } = storage;
  const hashes = openHashes(chatPool);
  const workers = openWorkers(storage.openPoolAt, log);
  let map: ShardMap | undefined;
  let timer: NodeJS.Timeout | undefined;
  const readOn = async (): Promise<void> => {
    try {
      map = await readShardMap(chatPool);
      if (!map) return;
      await workers.reach(map.workers);
      await hashes.learn();
    } catch {
      // The coordinator is away; the operations that need it say so.
    }
    if (!signal.aborted) timer = setTimeout(() => void readOn(), every).unref();
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  void readOn();
  return {
    poolOf(shardKey) {
      if (!map) return chatPool;
      const hash = hashes.of(shardKey);
      const worker = hash === undefined ? undefined : map.workerOf(hash);
      return (worker && workers.poolOf(worker)) ?? chatPool;
    },
  };
}

/** Writes each turn over the connections that its chat's key leads to; those that leave together go to one server. */
export function openRoutedTurns({ poolOf }: Router): TurnWriter {
  const writers = new WeakMap<Pool, TurnWriter>();
  return {
    write(turn) {
      const pool = poolOf(shardKeyOf(turn.write.sessionId));
      const known = writers.get(pool);
      const writer = known ?? openTurnWriter(pool);
      if (!known) writers.set(pool, writer);
      return writer.write(turn);
    },
  };
}

/** The hashes of keys. One that is asked for the first time is learnt soon. */
function openHashes(pool: Pool) {
  const known = new Map<string, number>();
  const asked = new Set<string>();
  const learn = async (): Promise<void> => {
    while (asked.size > 0) {
      const keys = [...asked];
      for (const [key, hash] of await readHashes(pool, keys)) known.set(key, hash);
      for (const key of keys) asked.delete(key);
    }
  };
  return {
    learn,
    of(shardKey: string): number | undefined {
      const hash = known.get(shardKey);
      if (hash !== undefined || asked.has(shardKey)) return hash;
      asked.add(shardKey);
      // What fails is asked again when the map is read.
      if (asked.size === 1) learn().catch(() => undefined);
      return undefined;
    },
  };
}

/** The pools of workers. Those that cannot be reached from here count as not there. */
function openWorkers(openPool: (server: Server) => Pool, log: RouterOptions['log']) {
  const pools = new Map<string, Pool>();
  const lost = new Set<string>();
  const look = async (worker: Server): Promise<void> => {
    const name = nameOf(worker);
    const pool = pools.get(name) ?? openPool(worker);
    if (!pools.has(name)) lost.add(name);
    pools.set(name, pool);
    try {
      await pool.query('select 1');
      lost.delete(name);
    } catch (error) {
      if (!told.has(name)) log.warn(`${unreached(name)}: ${String(error)}`);
      told.add(name);
      lost.add(name);
      return;
    }
    told.delete(name);
  };
  const told = new Set<string>();
  return {
    async reach(workers: readonly Server[]): Promise<void> {
      await Promise.all(workers.map(look));
      const named = new Set(workers.map(nameOf));
      for (const [name, pool] of pools) {
        if (named.has(name)) continue;
        pools.delete(name);
        await pool.end();
      }
    },
    poolOf(worker: Server): Pool | undefined {
      const name = nameOf(worker);
      return lost.has(name) ? undefined : pools.get(name);
    },
  };
}

const unreached = (name: string): string =>
  `The worker ${name} cannot be reached; turns of its chats go through the coordinator, which takes longer`;

function nameOf({ host, port }: Server): string {
  return `${host}:${port}`;
}

import type { Server } from '../orm.js';
import type { Queryable } from '../reads.js';

/** A shard of the chats: the hashes of its keys, both ends included, and the worker that has it. */
interface Shard extends Server {
  readonly first: number;
  readonly last: number;
}

/** Which worker has the chats with a key, by the key's hash. */
export interface ShardMap {
  readonly workers: readonly Server[];
  workerOf(hash: number): Server | undefined;
}

/** Whether a database has the extension Citus. */
export async function isCitus(pool: Queryable): Promise<boolean> {
  const { rows } = await pool.query<{ isCitus: boolean }>(
    `select to_regclass('pg_dist_node') is not null as "isCitus"`,
  );
  return rows[0]?.isCitus === true;
}

/** Where the shards of the chats are now; undefined on a PostgreSQL whose chats are not distributed. */
export async function readShardMap(pool: Queryable): Promise<ShardMap | undefined> {
  if (!(await isCitus(pool))) return undefined;
  const { rows: shards } = await pool.query<Shard>(SHARDS);
  if (shards.length === 0) return undefined;
  const workers = new Map<string, Server>();
  for (const { host, port } of shards) workers.set(`${host}:${port}`, { host, port });
  return {
    workers: [...workers.values()],
    workerOf: (hash) => shards.find(({ first, last }) => first <= hash && hash <= last),
  };
}

const SHARDS = `select shardminvalue::int as first, shardmaxvalue::int as last, nodename as host, nodeport as port
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
  where logicalrelid = 'chat_session'::regclass and noderole = 'primary' and isactive
  order by first`;

/** The hashes of keys, as the cluster computes them. */
export async function readHashes(
  pool: Queryable,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ key: string; hash: number }>({
    name: 'shard_hashes',
    text: 'select key, worker_hash(key) as hash from unnest($1::text[]) as key',
    values: [keys],
  });
  return new Map(rows.map(({ key, hash }) => [key, hash]));
}

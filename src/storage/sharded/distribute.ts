import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { StartError } from '../../errors/errors.js';
import { isCitus } from './shardMap.js';

const LAYOUT = fileURLToPath(new URL('./layout.sql', import.meta.url));

/**
 * Distributes a migrated database over the workers of the Citus cluster whose coordinator it is; what a later version added is
 * distributed, too, when it runs again. Gives the number of workers. Throws, having changed nothing, where there is no cluster.
 */
export async function distributeDatabase(url: string): Promise<number> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const workers = await countWorkers(client);
    if (workers === 0) throw new StartError(NO_CLUSTER);
    await client.query('begin');
    await client.query(readFileSync(LAYOUT, 'utf8'));
    await client.query('commit');
    return workers;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const NO_CLUSTER =
  'The database is not that of a Citus coordinator with workers: docs/scale.md says how to set one up';

async function countWorkers(client: Client): Promise<number> {
  if (!(await isCitus(client))) return 0;
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`,
  );
  return rows[0]?.count ?? 0;
}

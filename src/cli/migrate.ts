import { migrateDatabase } from '../storage/migrate.js';
import { distributeDatabase } from '../storage/sharded/distribute.js';
import { runCommand } from './command.js';

/**
 * `npm run migrate`: migrates the database without serving, even while a server runs. With `--citus` it also distributes the database over
 * the workers of a cluster (docs/scale.md).
 */
await runCommand(
  async ({ url, args }) => {
    await migrateDatabase(url);
    if (!args.includes('--citus')) return 'The database is up to date.';
    const workers = await distributeDatabase(url);
    return `The database is up to date, and distributed over ${workers} ${workers === 1 ? 'worker' : 'workers'}.`;
  },
  { mayMake: true },
);

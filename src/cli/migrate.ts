import { migrateDatabase } from '../storage/migrate.js';
import { runCommand } from './command.js';

/** `npm run migrate`: brings the database up to date without serving, also while a server runs. */
await runCommand(
  async ({ url }) => {
    await migrateDatabase(url);
    return 'The database is up to date.';
  },
  { mayMake: true },
);

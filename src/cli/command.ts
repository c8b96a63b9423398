import path from 'node:path';
import { ConfigError, loadConfig, type Config } from '../config/config.js';
import { openDatabase } from '../storage/database.js';
import { StartError } from '../errors/errors.js';
import { hasCluster } from '../storage/postgres/postgresHome.js';
import { openStorage, type Unit } from '../storage/orm.js';
import { findRunningPostgres } from '../storage/postgres/runningPostgres.js';

/** What a command gets: the settings, the database, and the arguments after its name. */
export interface Command {
  readonly config: Config;
  /** The URL of the database. */
  readonly url: string;
  readonly openUnit: () => Unit;
  readonly args: readonly string[];
}

/** Thrown if a command cannot be carried out. The message is all that the user needs to see. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Runs a command on the database of this server, even while the server runs, and prints its result. A missing embedded database is created
 * only with `mayMake`: for other commands it would be empty, and the wrong one.
 */
export async function runCommand(
  work: (command: Command) => Promise<string>,
  { mayMake = false } = {},
): Promise<void> {
  try {
    const config = loadConfig();
    if (!mayMake) assertThere(config);
    const database = await connect(config);
    try {
      const { url, storage } = database;
      const { openUnit } = storage;
      console.log(await work({ config, url, openUnit, args: process.argv.slice(2) }));
    } finally {
      await database.close();
    }
  } catch (error) {
    const isExpected =
      error instanceof ConfigError || error instanceof StartError || error instanceof CommandError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

function assertThere({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || hasCluster(path.join(dataDir, 'postgres'))) return;
  throw new CommandError(`There is no database in ${dataDir}.
Set DATA_DIR to what the server is started with (a file .env holds for both), or start the server once.`);
}

async function connect(config: Config) {
  const running =
    config.databaseUrl === undefined ? findRunningPostgres(config.dataDir) : undefined;
  if (running === undefined) return openDatabase(config, console.error);
  const storage = await openStorage({ url: running }, 2);
  return { url: running, storage, close: () => storage.close() };
}

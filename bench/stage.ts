import { createDatabase, type DatabaseOptions } from './database.js';
import { publishBot } from './publishBot.js';
import { startServer, type BenchServer, type ServerOptions } from './server.js';

/** What is measured: a server with a published bot, and its database. */
export interface Stage {
  readonly server: BenchServer;
  readonly publicId: string;
  readonly databaseUrl: string;
  readonly postgresVersion: string;
}

/** Registers something to undo at the end, in reverse order. */
export type Later = (undo: () => Promise<void> | void) => void;

/** The options of a stage. */
export interface StageOptions extends DatabaseOptions, Pick<ServerOptions, 'program'> {
  /** For Node itself. */
  readonly nodeArgs?: readonly string[];
}

/** Starts database and server and publishes the bot; everything that was started is registered with `later` at once. */
export async function openStage(
  later: Later,
  { nodeArgs, program, ...databaseOptions }: StageOptions = {},
): Promise<Stage> {
  const database = await createDatabase(databaseOptions);
  later(database.drop);
  const server = await startServer(
    database.url,
    nodeArgs,
    program === undefined ? {} : { program },
  );
  later(async () => void (await server.stop()));
  return {
    server,
    publicId: await publishBot(server),
    databaseUrl: database.url,
    postgresVersion: database.postgresVersion,
  };
}

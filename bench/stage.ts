import { createDatabase } from './database.js';
import { publishBot } from './publishBot.js';
import { startServer, type BenchServer } from './server.js';

/** What is measured: a server with a published bot, and its database. */
export interface Stage {
  readonly server: BenchServer;
  readonly publicId: string;
  readonly databaseUrl: string;
  readonly postgresVersion: string;
}

/** Takes note of something to undo at the end; what was noted last is undone first. */
export type Later = (undo: () => Promise<void> | void) => void;

/** Starts database and server and publishes the bot; whatever was started is handed to `later` at once. */
export async function openStage(later: Later, nodeArgs: readonly string[] = []): Promise<Stage> {
  const database = await createDatabase();
  later(database.drop);
  const server = await startServer(database.url, nodeArgs);
  later(async () => void (await server.stop()));
  return {
    server,
    publicId: await publishBot(server),
    databaseUrl: database.url,
    postgresVersion: database.postgresVersion,
  };
}

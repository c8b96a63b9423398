import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type BenchDatabase } from './database.js';
import { describeMachine, machineLine } from './machine.js';
import { startServer, type BenchServer, type ServerOptions } from './server.js';

/** Registers something to undo at the end, in reverse order. */
export type Later = (undo: () => Promise<void> | void) => void;

/** The measured server and its database. */
export interface Stage {
  readonly server: BenchServer;
  readonly database: BenchDatabase;
}

/** The options of a stage. */
export interface StageOptions extends ServerOptions {
  /** Options for Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Whether PostgreSQL records the time of each commit; only an embedded one can be configured to. */
  readonly tracksCommits?: boolean;
}

/** Prints a description of the machine, and starts a server on a new database. */
export async function openStage(
  later: Later,
  { nodeArgs, tracksCommits = false, ...options }: StageOptions = {},
): Promise<Stage> {
  const database = await openDatabase(later, tracksCommits);
  const server = await startServer(database.url, nodeArgs, options);
  later(async () => void (await server.stop()));
  return { server, database };
}

/** Prints a description of the machine, and makes a database that is dropped at the end. */
export async function openDatabase(later: Later, tracksCommits = false): Promise<BenchDatabase> {
  const database = await createDatabase(tracksCommits);
  later(database.drop);
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${database.postgresVersion}`);
  return database;
}

/** Makes a folder that is deleted at the end. */
export function makeFolder(later: Later): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  later(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Lets a server listen on a free port of the loopback until the end; returns the port. */
export async function listen(server: Server, later: Later): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

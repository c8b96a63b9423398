import { startServer, type BenchServer, type ServerOptions } from '../server.js';
import type { Later } from '../stage.js';
import { readinessOf } from './request.js';
import { until } from './times.js';

/** A server that is restarted on the same port whenever it ended, as a supervisor does. */
export interface Phoenix {
  readonly port: number;
  /** The running server. */
  now(): BenchServer;
  isReady(): Promise<boolean>;
  /** Starts the next one after the last ended, and waits until it is ready. */
  rise(): Promise<void>;
}

/** The time limit of a start, in milliseconds. */
const RISES_WITHIN = 60_000;

/** Starts two on one database. */
export async function startTwo(
  databaseUrl: string,
  options: ServerOptions,
  later: Later,
): Promise<readonly [Phoenix, Phoenix]> {
  const start = (): Promise<Phoenix> => startPhoenix(databaseUrl, options, later);
  return [await start(), await start()];
}

/** Starts the first one; the last one is stopped at the end. */
export async function startPhoenix(
  databaseUrl: string,
  options: ServerOptions,
  later: Later,
): Promise<Phoenix> {
  let server = await startServer(databaseUrl, [], options);
  later(async () => void (await server.stop()));
  const { port } = server;
  const again = { ...options, settings: { ...options.settings, PORT: String(port) } };
  const isReady = async (): Promise<boolean> => (await readinessOf(port)) === 200;
  return {
    port,
    now: () => server,
    isReady,
    async rise() {
      server = await startServer(databaseUrl, [], again);
      if (!(await until(isReady, RISES_WITHIN))) throw new Error('The server does not get ready');
    },
  };
}

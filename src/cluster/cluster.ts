import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ensureOwner } from '../auth/owner.js';
import { assertKeys } from '../auth/secretKeys.js';
import type { Config } from '../config/config.js';
import { openDatabase } from '../storage/database.js';
import { StartError } from '../errors/errors.js';

/** Several processes that serve on one address. */
export interface Cluster {
  /** The address, once all of them listen. */
  readonly port: number;
  /** Lets all processes finish their requests; resolves when they have exited. */
  close(): Promise<void>;
}

/** The first and the longest delay, in milliseconds, before a process that died is replaced. */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 10_000] as const;

/**
 * Prepares the database and the owner, and starts `WORKERS` processes of `program` that serve on them; any process may handle any request.
 * A process that dies is replaced. Rejects when one ends before all are ready.
 */
export async function startCluster(
  config: Config,
  { print, program }: { readonly print: (sentence: string) => void; readonly program: string },
): Promise<Cluster> {
  await assertKeys(config);
  const database = await openDatabase(config, print);
  await ensureOwner(database.storage.openUnit(), config, print);
  const port = config.port || (await findFreePort(config.host));
  const settings = { DATABASE_URL: database.url, PORT: String(port) };
  const state: ClusterState = { isClosing: false, wait: FIRST_WAIT, settings };
  cluster.setupPrimary({ exec: program, args: [] });
  const close = async (): Promise<void> => {
    state.isClosing = true;
    await Promise.all(workersNow().map(endWorker));
    await database.close();
  };
  try {
    const started = Array.from({ length: config.workers }, () =>
      untilListening(startProcess(state)),
    );
    await Promise.all(started);
    for (const worker of workersNow()) keep(state, worker);
    return { port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ClusterState {
  isClosing: boolean;
  /** The delay before the next replacement, in milliseconds. */
  wait: number;
  /** The settings that all processes share: the address of the database, also of an embedded one, and the port. */
  readonly settings: { readonly DATABASE_URL: string; readonly PORT: string };
}

/** A port that is free now. If the processes chose it, it would change after all of them have died. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function startProcess({ settings }: ClusterState): Worker {
  return cluster.fork(settings);
}

/** Resolves once a process listens. */
async function untilListening(worker: Worker): Promise<void> {
  const failed = once(worker, 'exit').then(([code]) => {
    throw new StartError(`A process ended with ${String(code)} before it served`);
  });
  await Promise.race([once(worker, 'listening'), failed]);
}

/** Replaces a process whenever it dies, with growing delays while it dies before it serves. */
function keep(state: ClusterState, worker: Worker): void {
  worker.once('listening', () => (state.wait = FIRST_WAIT));
  worker.once('exit', () => replaceLater(state));
  // A process that the machine cannot start emits an error, and no exit.
  worker.on('error', () => {
    if (worker.process.pid === undefined) replaceLater(state);
  });
}

function replaceLater(state: ClusterState): void {
  if (state.isClosing) return;
  setTimeout(() => replace(state), state.wait);
  state.wait = Math.min(state.wait * 2, LONGEST_WAIT);
}

function replace(state: ClusterState): void {
  if (state.isClosing) return;
  try {
    keep(state, startProcess(state));
  } catch {
    replaceLater(state);
  }
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await gone;
}

function workersNow(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
}

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ensureOwner } from '../auth/owner.js';
import type { Config } from '../config/config.js';
import { openDatabase } from '../storage/database.js';
import { StartError } from '../errors/errors.js';

/** Several processes that serve on one address. */
export interface Cluster {
  /** Where they listen, once all do. */
  readonly port: number;
  /** Lets all of them finish what they have; settles when they are gone. */
  close(): Promise<void>;
}

/** First and longest wait, in milliseconds, before a process that died is replaced. */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 10_000] as const;

/**
 * Prepares the database and the owner, and starts `WORKERS` processes that serve on them; any request may go to any. One
 * that dies is replaced. Rejects when one ends before all have begun.
 */
export async function startCluster(
  config: Config,
  tell: (sentence: string) => void,
): Promise<Cluster> {
  const database = await openDatabase(config, tell);
  await ensureOwner(database.storage.openUnit(), config, tell);
  const port = config.port || (await findFreePort(config.host));
  const settings = { DATABASE_URL: database.url, PORT: String(port) };
  const crew: CrewState = { isClosing: false, wait: FIRST_WAIT, settings };
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../main.js', import.meta.url)),
    args: [],
    execArgv: ['--enable-source-maps'],
  });
  const close = async (): Promise<void> => {
    crew.isClosing = true;
    await Promise.all(workersNow().map(endWorker));
    await database.close();
  };
  try {
    const started = Array.from({ length: config.workers }, () => begin(hire(crew)));
    await Promise.all(started);
    for (const worker of workersNow()) keep(crew, worker);
    return { port, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface CrewState {
  isClosing: boolean;
  /** How long the next replacement waits, in milliseconds. */
  wait: number;
  /** Where all of them find the database, for the embedded one too has an address, and what they listen on. */
  readonly settings: { readonly DATABASE_URL: string; readonly PORT: string };
}

/** A port that is free now. Left to the processes, it would be another one after all of them have died. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function hire({ settings }: CrewState): Worker {
  return cluster.fork(settings);
}

/** Settles once a process listens. */
async function begin(worker: Worker): Promise<void> {
  const failed = once(worker, 'exit').then(([code]) => {
    throw new StartError(`A process ended with ${String(code)} before it served`);
  });
  await Promise.race([once(worker, 'listening'), failed]);
}

/** Replaces a process whenever it dies, ever later where it dies before it serves. */
function keep(crew: CrewState, worker: Worker): void {
  worker.once('listening', () => (crew.wait = FIRST_WAIT));
  worker.once('exit', () => replaceLater(crew));
  // One that the machine has no room to start says so, and never that it ended.
  worker.on('error', () => {
    if (worker.process.pid === undefined) replaceLater(crew);
  });
}

function replaceLater(crew: CrewState): void {
  if (crew.isClosing) return;
  setTimeout(() => replace(crew), crew.wait);
  crew.wait = Math.min(crew.wait * 2, LONGEST_WAIT);
}

function replace(crew: CrewState): void {
  if (crew.isClosing) return;
  try {
    keep(crew, hire(crew));
  } catch {
    replaceLater(crew);
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

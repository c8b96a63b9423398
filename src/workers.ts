import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureOwner } from './auth/owner.js';
import type { Config } from './config.js';
import { openDatabase } from './database.js';

/** Several processes that serve on one address. */
export interface Crew {
  /** Where they listen, once all do. */
  readonly port: number;
  /** The owner's token, on the first start only. */
  readonly newToken?: string;
  /** Lets all of them finish what they have; settles when they are gone. */
  close(): Promise<void>;
}

/** First and longest wait, in milliseconds, before a process that died is replaced. */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 10_000] as const;

/** A process that served so long, in milliseconds, did not die of its start. */
const SOUND_AFTER = 10_000;

/**
 * Prepares the database and the owner, and starts `WORKERS` processes that serve on them; any request may go to any. One
 * that dies is replaced. Rejects when one ends before all have begun.
 */
export async function startCrew(config: Config, tell: (sentence: string) => void): Promise<Crew> {
  const database = await openDatabase(config, tell);
  const owner = await ensureOwner(database.storage.openUnit(), config);
  const crew: CrewState = { isClosing: false, wait: FIRST_WAIT, DATABASE_URL: database.url };
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('./main.js', import.meta.url)),
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
    const [port = config.port] = await Promise.all(started);
    for (const worker of workersNow()) keep(crew, worker);
    return { port, ...owner, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface CrewState {
  isClosing: boolean;
  /** How long the next replacement waits, in milliseconds. */
  wait: number;
  /** Where all of them find the database: the embedded one too has an address. */
  readonly DATABASE_URL: string;
}

function hire({ DATABASE_URL }: CrewState): Worker {
  return cluster.fork({ DATABASE_URL });
}

/** The port a process listens on, once it does. */
async function begin(worker: Worker): Promise<number> {
  const failed = once(worker, 'exit').then(([code]) => {
    throw new Error(`A process ended with ${String(code)} before it served`);
  });
  const [{ port }] = await Promise.race([once(worker, 'listening'), failed]);
  return port;
}

/** Replaces a process whenever it dies, ever later where it dies soon. */
function keep(crew: CrewState, worker: Worker): void {
  const since = performance.now();
  worker.once('exit', () => {
    if (crew.isClosing) return;
    if (performance.now() - since > SOUND_AFTER) crew.wait = FIRST_WAIT;
    setTimeout(() => {
      if (!crew.isClosing) keep(crew, hire(crew));
    }, crew.wait);
    crew.wait = Math.min(crew.wait * 2, LONGEST_WAIT);
  });
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

import type { WakeUps } from '../context/context.js';
import { foldCounts } from '../storage/foldCounts.js';
import { deleteExpired, type RetentionSettings } from '../storage/retention.js';
import {
  findJob,
  finishJob,
  noteProgress,
  returnJob,
  takeJob,
  type Taken,
} from '../storage/jobs.js';
import type { Storage } from '../storage/orm.js';
import { exportResults } from './exportResults.js';

/** What the work in the background stands on. */
export interface WorkerWorld {
  readonly storage: Storage;
  readonly wakeUps: WakeUps;
  /** How long things are kept. */
  readonly keeping: RetentionSettings;
  /** Milliseconds between two looks. */
  readonly tickEvery: number;
  reportBug(error: unknown): void;
}

/** Work in the background, until stopped: a job under way is given back, for the next server to begin anew. */
export interface Worker {
  stop(): Promise<void>;
}

/** How many looks for what is to be forgotten are left out between two of them. */
const FORGETS_EVERY = 600;

/** Adds up counts, does the jobs that wait, and forgets what is old. Any number of servers may do so at once. */
export function startWorker(world: WorkerWorld): Worker {
  const { pool } = world.storage;
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted;
  const routines: readonly Routine[] = [
    { every: 1, run: () => untilDone(isOver, () => foldCounts(pool)) },
    { every: 1, run: () => untilDone(isOver, () => doNextJob(world, isOver)) },
    {
      every: FORGETS_EVERY,
      run: () => untilDone(isOver, () => deleteExpired(pool, world.keeping)),
    },
  ];
  const ended = Promise.all(routines.map((routine) => repeat(world, routine, stopping.signal)));
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Something that is done again and again, beside the others: none waits for another. */
interface Routine {
  /** After how many ticks it is done again. */
  readonly every: number;
  run(): Promise<void>;
}

async function repeat(
  { tickEvery, reportBug }: WorkerWorld,
  { every, run }: Routine,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await run().catch(reportBug);
    await rest(tickEvery * every, signal);
  }
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal.addEventListener('abort', wake);
  });
}

/** Goes on with a piece of work while it says that there may be more. */
async function untilDone(isOver: () => boolean, work: () => Promise<boolean>): Promise<void> {
  while (!isOver() && (await work()));
}

async function doNextJob(world: WorkerWorld, isOver: () => boolean): Promise<boolean> {
  const taken = await takeJob(world.storage.pool);
  if (taken) await doJob(world, taken, isOver);
  return taken !== undefined;
}

async function doJob(world: WorkerWorld, taken: Taken, isOver: () => boolean): Promise<void> {
  const { storage, wakeUps } = world;
  const { pool } = storage;
  const job = await findJob(storage.openUnit(), taken.jobId);
  if (!job) return;
  try {
    const isWhole = await exportResults(storage, job, async (progress) => {
      const isOurs = await noteProgress(pool, taken, progress);
      wakeUps.announce(taken.jobId);
      return isOurs && !isOver();
    });
    if (isWhole) await finishJob(pool, taken, null);
    else await returnJob(pool, taken);
  } catch (error) {
    world.reportBug(error);
    await finishJob(pool, taken, 'The export could not be written');
  }
  wakeUps.announce(taken.jobId);
}

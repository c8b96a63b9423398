import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { WakeUps } from '../context.js';
import type { ExportJob } from '../schema/exportJob.js';
import { foldCounts } from '../storage/foldCounts.js';
import {
  expireJobs,
  findJob,
  finishJob,
  noteProgress,
  returnJob,
  takeJob,
} from '../storage/jobs.js';
import type { Storage } from '../storage/orm.js';
import { exportResults } from './exportResults.js';
import { fileOf } from './files.js';

/** What the work in the background stands on. */
export interface WorkerWorld {
  readonly storage: Storage;
  readonly wakeUps: WakeUps;
  /** Where the files of exports are kept. */
  readonly folder: string;
  /** Milliseconds between two looks. */
  readonly tickEvery: number;
  reportBug(error: unknown): void;
}

/** Work in the background, until stopped: a job under way is given back, for the next server to begin anew. */
export interface Worker {
  stop(): Promise<void>;
}

/** Adds up counts, does the jobs that wait, and throws away old files. Any number of servers may do so at once. */
export function startWorker(world: WorkerWorld): Worker {
  let isStopped = false;
  let wake = (): void => undefined;
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, world.tickEvery);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const isOver = () => isStopped;
  const ended = (async () => {
    while (!isStopped) {
      await lookOnce(world, isOver).catch(world.reportBug);
      if (!isStopped) await rest();
    }
  })();
  return {
    async stop() {
      isStopped = true;
      wake();
      await ended;
    },
  };
}

async function lookOnce(world: WorkerWorld, isOver: () => boolean): Promise<void> {
  const { pool } = world.storage;
  while (!isOver() && (await foldCounts(pool)));
  for (const jobId of await expireJobs(pool))
    await rm(fileOf(world.folder, jobId), { force: true });
  for (;;) {
    const jobId = isOver() ? undefined : await takeJob(pool);
    if (jobId === undefined) return;
    await doJob(world, jobId, isOver);
  }
}

async function doJob(world: WorkerWorld, jobId: string, isOver: () => boolean): Promise<void> {
  const { storage, wakeUps, folder } = world;
  const job = await findJob(storage.openUnit(), jobId);
  if (!job) return;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const isWhole = await run(world, job, isOver);
    if (isWhole) await finishJob(storage.pool, jobId, null);
    else await returnJob(storage.pool, jobId);
  } catch (error) {
    world.reportBug(error);
    await finishJob(storage.pool, jobId, 'The export could not be written');
  }
  wakeUps.announce(jobId);
}

function run(world: WorkerWorld, job: ExportJob, isOver: () => boolean): Promise<boolean> {
  const { storage, wakeUps, folder } = world;
  return exportResults(storage, job, {
    path: path.resolve(fileOf(folder, job.id)),
    async onProgress(progress) {
      const isOurs = await noteProgress(storage.pool, job.id, progress);
      wakeUps.announce(job.id);
      return isOurs && !isOver();
    },
  });
}

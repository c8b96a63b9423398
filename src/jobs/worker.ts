import { setMaxListeners } from 'node:events';
import type { ChatPorts } from '../chat/ports.js';
import type { Context, WakeUps } from '../context/context.js';
import type { Timeouts } from '../context/timeouts.js';
import { outageIn } from '../errors/outage.js';
import type { FileParts } from '../files/files.js';
import { freeAiHolds } from '../storage/aiHolds.js';
import { foldCounts } from '../storage/foldCounts.js';
import { foldSegments } from '../storage/foldSegments.js';
import { deleteExpired, type RetentionSettings } from '../storage/retention.js';
import {
  findJob,
  finishJob,
  noteProgress,
  returnJob,
  takeJob,
  type Taken,
} from '../storage/jobs.js';
import type { Messenger } from '../messenger/messenger.js';
import type { Storage } from '../storage/orm.js';
import { checkNextDomain } from './checkDomains.js';
import { findNoted } from '../storage/uploadHolds.js';
import { deleteFiles } from './deleteFiles.js';
import { openDeliveries, type DeliveryServices } from './deliverWebhooks.js';
import { endWaits } from './endWaits.js';
import { exportResults } from './exportResults.js';
import { runDueTests } from './runDueTests.js';
import { settlePayments, type Settling } from './settlePayments.js';

/** The dependencies of background work. */
export interface WorkerServices {
  readonly storage: Storage;
  readonly log: Settling['log'];
  readonly wakeUps: WakeUps;
  readonly files: Pick<FileParts, 'store' | 'volumes'>;
  readonly chats: ChatPorts;
  readonly sandbox: Context['sandbox'];
  readonly lookUpDomain: Context['lookUpDomain'];
  readonly messenger: Omit<Messenger, 'routes'>;
  readonly keeping: RetentionSettings;
  readonly timeouts: DeliveryServices['timeouts'] & Pick<Timeouts, 'workEvery' | 'settleAfter'>;
  readonly webhooks: Pick<DeliveryServices, 'http' | 'openSecrets'>;
  reportBug(error: unknown): undefined;
}

/** Starts background work; stopping it returns an unfinished job, which the next server begins again. */
export interface Worker {
  stop(): Promise<void>;
}

/** Rounds between two deletions of expired data. */
const DELETES_EVERY = 600;

/** Rounds between two checks for chats of messengers that continued without a message. */
const GROWN_EVERY = 3;

/** Rounds between two checks of the volumes, and two deletions of the bytes of files whose rows are gone. */
const FILES_EVERY = 10;

/** Rounds between two that free what dead servers hold of AI budgets. */
const FREES_EVERY = 15;

/** Rounds between two checks for domains whose proof is due to be looked up. */
const CHECKS_EVERY = 60;

/** Rounds between two checks for tests of bots that are due. */
const TESTS_EVERY = 10;

/** Rounds between two checks for chats in which nobody came in time. */
const WAITS_EVERY = 2;

/** Rounds between two checks for payments whose visitors left. */
const SETTLES_EVERY = 15;

/**
 * Adds up counts, runs waiting jobs, serves messengers, sends to webhooks, and deletes expired data. Any number of servers may do so at
 * once.
 */
export function startWorker(services: WorkerServices): Worker {
  const { chats, files, messenger, timeouts, webhooks, reportBug } = services;
  const { pool } = services.storage;
  const deliveries = openDeliveries({ ...webhooks, timeouts, pool, reportBug });
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted;
  const settling = { after: timeouts.settleAfter, log: services.log, reportBug };
  const routines: readonly Routine[] = [
    ...foldingIn(pool, isOver),
    { every: 1, run: () => untilDone(isOver, () => doNextJob(services, isOver)) },
    { every: 1, run: messenger.begin },
    { every: 1, run: messenger.forward },
    { every: GROWN_EVERY, run: messenger.notice },
    {
      every: FILES_EVERY,
      run: async () => {
        await files.volumes.check();
        await untilDone(isOver, () => deleteFiles(pool, files.store));
      },
    },
    { every: DELETES_EVERY, run: () => files.store.tidy((keys) => findNoted(pool, keys)) },
    { every: FREES_EVERY, run: () => untilDone(isOver, () => freeAiHolds(pool)) },
    { every: WAITS_EVERY, run: () => endWaits(chats, reportBug) },
    { every: SETTLES_EVERY, run: () => settlePayments(chats, settling) },
    ...dueIn(services, isOver),
    { every: 1, run: deliveries.begin },
    {
      every: DELETES_EVERY,
      run: () => untilDone(isOver, () => deleteExpired(pool, services.keeping)),
    },
  ];
  // Every resting routine listens to this signal, and none of them leaks: Node warns from 11 listeners on.
  setMaxListeners(2 * routines.length, stopping.signal);
  const ended = Promise.all(routines.map((routine) => repeat(services, routine, stopping.signal)));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([ended, deliveries.stop(), messenger.stop()]);
    },
  };
}

/** Adds up what turns counted, of all results and by segment. */
function foldingIn(pool: Storage['pool'], isOver: () => boolean): Routine[] {
  return [foldCounts, foldSegments].map((fold) => ({
    every: 1,
    run: () => untilDone(isOver, () => fold(pool)),
  }));
}

/** Looks up domains and runs tests of bots when they are due. */
function dueIn(services: WorkerServices, isOver: () => boolean): Routine[] {
  return [
    { every: CHECKS_EVERY, run: () => untilDone(isOver, () => checkNextDomain(services)) },
    { every: TESTS_EVERY, run: () => untilDone(isOver, () => runDueTests(services, isOver)) },
  ];
}

/** A repeated task that runs independently of the others. */
interface Routine {
  /** The number of rounds after which it runs again. */
  readonly every: number;
  run(): Promise<void>;
}

async function repeat(
  { timeouts, reportBug }: WorkerServices,
  { every, run }: Routine,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await run().catch(reportBug);
    await rest(timeouts.workEvery * every, signal);
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

/** Repeats a piece of work while it returns that there may be more. */
async function untilDone(isOver: () => boolean, work: () => Promise<boolean>): Promise<void> {
  while (!isOver() && (await work()));
}

async function doNextJob(services: WorkerServices, isOver: () => boolean): Promise<boolean> {
  const taken = await takeJob(services.storage.pool);
  if (taken) await doJob(services, taken, isOver);
  return taken !== undefined;
}

async function doJob(services: WorkerServices, taken: Taken, isOver: () => boolean): Promise<void> {
  const { storage, wakeUps } = services;
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
    // Another worker takes the job, once the database works.
    if (outageIn(error)) throw error;
    services.reportBug(error);
    await finishJob(pool, taken, 'The export could not be written');
  }
  wakeUps.announce(taken.jobId);
}

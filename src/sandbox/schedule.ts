import { createFairQueue, type Key, type QueueLimits } from './fairQueue.js';
import { type AttendedJob, BROKEN, CLOSED, failedReport, type Report } from './job.js';
import type { SandboxLimits } from './limits.js';
import type { ThreadPool } from './threadPool.js';

/** Shares a few threads among many callers. */
export interface Schedule {
  /** Runs a job when its key is next. Always resolves. */
  run(job: AttendedJob, key: Key): Promise<Report>;
  /** Ends all threads and fails the jobs that still wait. */
  close(): Promise<void>;
}

/**
 * At most `workers` jobs compute at a time; scripts that wait for a response do not count, up to
 * `limits.waitingScripts`. One key never holds the last worker, and neither do all keys together that computed much
 * recently: however many chats compute endlessly, others do not wait for them.
 */
export function createSchedule(workers: number, limits: SandboxLimits, pool: ThreadPool): Schedule {
  const usage = createUsage(() => performance.now());
  const queue = createFairQueue<Entry>(queueLimits(workers, limits), usage.isHeavy);
  let busy = 0;
  let waiting = 0;
  let isClosed = false;

  const dispatch = (): void => {
    while (busy - Math.min(waiting, limits.waitingScripts) < workers) {
      const taken = queue.take();
      if (!taken) break;
      busy += 1;
      const onWaiting = (change: 1 | -1): void => {
        waiting += change;
        dispatch();
      };
      void serve(taken.item, pool, onWaiting).then((computed) => {
        usage.spend(taken.item.key, computed);
        busy -= 1;
        taken.release();
        dispatch();
      });
    }
    if (!isClosed) pool.warm();
  };
  return {
    run: (job, key) =>
      new Promise((answer) => {
        const entry = { job, key, answer };
        if (isClosed) refuse(entry, CLOSED);
        else if (queue.add(key, entry)) dispatch();
        else refuse(entry, 'too many scripts are waiting to run');
      }),
    close: async () => {
      isClosed = true;
      for (const entry of queue.drain()) refuse(entry, CLOSED);
      await pool.close();
    },
  };
}

function queueLimits(workers: number, limits: SandboxLimits): QueueLimits {
  const notTheLast = Math.max(1, workers - 1);
  return {
    perKey: limits.queuedPerKey,
    inAll: limits.queued,
    inHandPerKey: notTheLast,
    inHandOfHeavy: notTheLast,
  };
}

interface Entry {
  readonly job: AttendedJob;
  readonly key: Key;
  readonly answer: (report: Report) => void;
}

/**
 * Runs a job and returns the milliseconds that it computed. Never rejects, even when the machine cannot start a
 * thread.
 */
async function serve(
  entry: Entry,
  pool: ThreadPool,
  onWaiting: (change: 1 | -1) => void,
): Promise<number> {
  try {
    return await compute(entry, pool, onWaiting);
  } catch {
    refuse(entry, BROKEN);
    return 0;
  }
}

async function compute(
  { job, answer }: Entry,
  pool: ThreadPool,
  onWaiting: (change: 1 | -1) => void,
): Promise<number> {
  const thread = pool.take();
  let isWaiting = false;
  let computed = 0;
  // The time a thread takes to start is not charged to any job.
  let since: number | undefined;
  const setWaiting = (next: boolean): void => {
    const now = performance.now();
    if (!isWaiting && since !== undefined) computed += now - since;
    since = now;
    if (next !== isWaiting) onWaiting(next ? 1 : -1);
    isWaiting = next;
  };
  const report = await thread.run(job, setWaiting);
  setWaiting(false);
  pool.giveBack(thread);
  answer(report);
  return computed;
}

function refuse({ job, answer }: Entry, why: string): void {
  answer(failedReport(job.codes.length, why));
}

/** The recent computing time of keys. */
interface Usage {
  /** Adds milliseconds of computing to a key. */
  spend(key: Key, milliseconds: number): void;
  /** Whether a key computed more than `ALLOWANCE` beyond its share. */
  isHeavy(key: Key): boolean;
}

/** How much a key may compute at once before it is heavy, in ms: less than the time limit of code that never ends. */
const ALLOWANCE = 400;
/** The part of a core that a key may use permanently without becoming heavy. */
const SHARE = 0.05;
/** The number of keys kept before those without debt are removed. */
const KEPT = 1_000;

/**
 * Creates an empty account; `now` in ms. The debt of a key grows as it computes and shrinks as time passes. Keys that
 * are equal up to a slash share one debt: many chats of one bot count as one.
 */
export function createUsage(now: () => number): Usage {
  const owed = new Map<Key, { milliseconds: number; at: number }>();
  const owedBy = (owner: Key): number => {
    const { milliseconds, at } = owed.get(owner) ?? { milliseconds: 0, at: 0 };
    return Math.max(0, milliseconds - (now() - at) * SHARE);
  };
  const forget = (): void => {
    for (const owner of owed.keys()) if (owedBy(owner) === 0) owed.delete(owner);
  };
  return {
    spend: (key, milliseconds) => {
      if (owed.size >= KEPT) forget();
      const owner = ownerOf(key);
      owed.set(owner, { milliseconds: owedBy(owner) + milliseconds, at: now() });
    },
    isHeavy: (key) => owedBy(ownerOf(key)) > ALLOWANCE,
  };
}

function ownerOf(key: Key): Key {
  return typeof key === 'string' ? key.split('/', 1).join() : key;
}

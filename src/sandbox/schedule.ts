import type { ThreadPool } from './threadPool.js';
import { createFairQueue } from './fairQueue.js';
import type { Key, QueueLimits } from './fairQueue.js';
import { BROKEN, CLOSED, failedReport } from './job.js';
import type { AttendedJob, Report } from './job.js';
import type { SandboxLimits } from './limits.js';
import { createUsage } from './usage.js';

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
 * Runs a job and returns for how many milliseconds it computed. Never rejects, even when the machine cannot start a
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

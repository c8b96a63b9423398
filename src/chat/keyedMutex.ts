import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';

/** The most calls of one key that may run or wait; further ones are refused. */
const MOST_CALLS = 64;

/**
 * The number of calls after which all empty queues are deleted. Deleting each key by itself would make V8 rebuild the map's table all the
 * time, and a table in the old space keeps its successors alive.
 */
const SWEPT_AFTER = 256;

/**
 * Runs the work of one key in order of arrival, and that of different keys side by side. Fails with `SESSION_BUSY` when too many calls
 * wait, or this one waits for longer than `waitAtMost` milliseconds: then its work is not done.
 */
export interface KeyedMutex {
  <T>(key: string, work: () => Promise<T>, waitAtMost?: number): Promise<T>;
  /** Whether work of this key is running, so that more of it would wait. */
  isBusy(key: string): boolean;
}

/** The calls of one key. */
interface Queue {
  isBusy: boolean;
  /** Begins the work of each call that waits, in the order of arrival. */
  readonly waiting: (() => void)[];
}

/** A mutex for the calls of one process, which saves lost races; between processes the guarded write decides. */
export function createKeyedMutex(): KeyedMutex {
  let queues = new Map<string, Queue>();
  let calls = 0;
  const sweep = (): void => {
    queues = new Map([...queues].filter(([, queue]) => queue.isBusy));
    calls = 0;
  };
  const runInOrder = async <T>(
    key: string,
    work: () => Promise<T>,
    waitAtMost?: number,
  ): Promise<T> => {
    const queue = queues.get(key) ?? { isBusy: false, waiting: [] };
    if (queue.isBusy) await waitIn(queue, waitAtMost);
    else queues.set(key, queue);
    queue.isBusy = true;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The next call takes over, so that none comes between.
      if (next) next();
      else queue.isBusy = false;
      calls += 1;
      if (calls === SWEPT_AFTER) sweep();
    }
  };
  const isBusy = (key: string): boolean => queues.get(key)?.isBusy ?? false;
  return Object.assign(runInOrder, { isBusy });
}

/** Resolves when all earlier calls have ended. */
function waitIn({ waiting }: Queue, waitAtMost: number | undefined): Promise<void> {
  if (waiting.length + 1 >= MOST_CALLS) {
    throw new Failure('SESSION_BUSY', 'Too many messages are waiting for this chat; try again');
  }
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(commonFailure('SESSION_BUSY'));
    };
    const timer = waitAtMost === undefined ? undefined : setTimeout(giveUp, waitAtMost);
    waiting.push(begin);
  });
}

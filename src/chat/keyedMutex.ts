import { Mutex, withTimeout } from 'async-mutex';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';

/** The most calls of one key that may wait; further ones are refused. */
const MAX_WAITING = 64;

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

/** A mutex for the calls of one process, which saves lost races; between processes the guarded write decides. */
export function createKeyedMutex(): KeyedMutex {
  let queues = new Map<string, { readonly mutex: Mutex; length: number }>();
  let calls = 0;
  const sweep = (): void => {
    queues = new Map([...queues].filter(([, { length }]) => length > 0));
    calls = 0;
  };
  const runInOrder = async <T>(
    key: string,
    work: () => Promise<T>,
    waitAtMost?: number,
  ): Promise<T> => {
    const queue = queues.get(key) ?? { mutex: new Mutex(), length: 0 };
    if (queue.length >= MAX_WAITING) {
      throw new Failure('SESSION_BUSY', 'Too many messages are waiting for this chat; try again');
    }
    const mustWait = queue.length > 0 && waitAtMost !== undefined;
    const turn = mustWait ? withTimeout(queue.mutex, waitAtMost, stillBusy()) : queue.mutex;
    queue.length += 1;
    queues.set(key, queue);
    try {
      return await turn.runExclusive(work);
    } finally {
      queue.length -= 1;
      calls += 1;
      if (calls === SWEPT_AFTER) sweep();
    }
  };
  const isBusy = (key: string): boolean => queues.get(key)?.mutex.isLocked() ?? false;
  return Object.assign(runInOrder, { isBusy });
}

function stillBusy(): Failure {
  return commonFailure('SESSION_BUSY');
}

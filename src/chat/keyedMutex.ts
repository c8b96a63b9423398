import { Failure } from '../errors/errors.js';

/** How many calls of one key may wait before more are refused. */
const MAX_WAITING = 64;

/**
 * After so many calls the empty queues are deleted together. Deleting each key by itself makes V8 rebuild the map's table all
 * the time, and a table that has become old keeps its successors alive.
 */
const SWEPT_AFTER = 256;

/**
 * Runs the work of one key after the other, in order of arrival, and that of different keys side by side.
 * Fails with `SESSION_BUSY` when too many wait, or this one waits for longer than so many milliseconds: then it is not done.
 */
export interface KeyedMutex {
  <T>(key: string, work: () => Promise<T>, waitAtMost?: number): Promise<T>;
  /** Whether work of this key is under way, so that more of it would wait. */
  isBusy(key: string): boolean;
}

/** For the calls of one process, which it spares lost races; between processes the guarded write decides. */
export function createKeyedMutex(): KeyedMutex {
  let queues = new Map<string, { last: Promise<unknown>; length: number }>();
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
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) {
      throw new Failure('SESSION_BUSY', 'Too many messages are waiting for this chat; try again');
    }
    const mustWait = queue.length > 0 && waitAtMost !== undefined;
    const { begin, tooLate } = mustWait ? withTimeout(work, waitAtMost) : { begin: work };
    queue.length += 1;
    const done = queue.last.then(begin, begin);
    // The next in the queue does not need the result, and would keep it in memory as long as itself.
    queue.last = done.then(ignore, ignore);
    queues.set(key, queue);
    try {
      return await (tooLate ? Promise.race([done, tooLate]) : done);
    } finally {
      queue.length -= 1;
      calls += 1;
      if (calls === SWEPT_AFTER) sweep();
    }
  };
  return Object.assign(runInOrder, { isBusy: (key: string) => (queues.get(key)?.length ?? 0) > 0 });
}

function ignore(): void {}

/** Work that does not start any more once `tooLate` has rejected. */
function withTimeout<T>(
  work: () => Promise<T>,
  waitAtMost: number,
): { begin: () => Promise<T>; tooLate: Promise<never> } {
  const waiting = new AbortController();
  const tooLate = new Promise<never>((_resolve, reject) => {
    const busy = new Failure('SESSION_BUSY', 'This chat is still answering a message; try again');
    const giveUp = (): void => {
      waiting.abort(busy);
      reject(busy);
    };
    const timer = setTimeout(giveUp, waitAtMost);
    waiting.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return {
    tooLate,
    async begin() {
      waiting.signal.throwIfAborted();
      waiting.abort();
      return work();
    },
  };
}

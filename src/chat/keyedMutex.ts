import { Failure } from '../errors/errors.js';

/** How many calls may wait for one chat before more are refused. */
const MAX_WAITING = 64;

/**
 * After so many calls the lines nobody stands in are thrown away together. Deleting each key by itself has V8 make the map's
 * table anew all the time, and a table that outlived a few collections keeps all that come after it.
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

/** The order of one server. It spares it the lost race; what keeps two servers apart is the guarded write. */
export function createKeyedMutex(): KeyedMutex {
  let lines = new Map<string, { last: Promise<unknown>; length: number }>();
  let calls = 0;
  const sweep = (): void => {
    lines = new Map([...lines].filter(([, { length }]) => length > 0));
    calls = 0;
  };
  const inOrder = async <T>(
    key: string,
    work: () => Promise<T>,
    waitAtMost?: number,
  ): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= MAX_WAITING) {
      throw new Failure('SESSION_BUSY', 'Too many messages are waiting for this chat; try again');
    }
    const mustWait = line.length > 0 && waitAtMost !== undefined;
    const { begin, tooLate } = mustWait ? withTimeout(work, waitAtMost) : { begin: work };
    line.length += 1;
    const done = line.last.then(begin, begin);
    // What was done is nothing to the next in line, which would hold it for as long as itself.
    line.last = done.then(ignore, ignore);
    lines.set(key, line);
    try {
      return await (tooLate ? Promise.race([done, tooLate]) : done);
    } finally {
      line.length -= 1;
      calls += 1;
      if (calls === SWEPT_AFTER) sweep();
    }
  };
  return Object.assign(inOrder, { isBusy: (key: string) => (lines.get(key)?.length ?? 0) > 0 });
}

function ignore(): void {}

/** Work that is not begun any more once `tooLate` has failed. */
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

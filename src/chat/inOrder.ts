import { Failure } from '../errors.js';

/** How many calls may wait for one chat before more are refused. */
const MAX_WAITING = 64;

/**
 * Runs the work of one key after the other, in order of arrival, and that of different keys side by side.
 * Fails with `SESSION_BUSY` when too many wait.
 */
export interface InOrder {
  <T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Whether work of this key is under way, so that more of it would wait. */
  isBusy(key: string): boolean;
}

/** The order of one server. It spares it the lost race; what keeps two servers apart is the guarded write. */
export function createOrder(): InOrder {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  const inOrder = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= MAX_WAITING) {
      throw new Failure('SESSION_BUSY', 'Too many messages are waiting for this chat; try again');
    }
    line.length += 1;
    const done = line.last.then(work, work);
    line.last = done.catch(() => undefined);
    lines.set(key, line);
    try {
      return await done;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
  return Object.assign(inOrder, { isBusy: (key: string) => lines.has(key) });
}

import type { Watch } from '../context/context.js';

/**
 * A stream of events that ends as soon as its consumer returns. A generator alone would first finish the wait that it is in, which may
 * never end if nothing changes. The generator has to end when its watch is closed.
 */
export function untilLeft<T>(
  watch: Pick<Watch, 'close'>,
  stream: AsyncGenerator<T, void>,
): AsyncIterableIterator<T, void> {
  return {
    next: () => stream.next(),
    async return() {
      watch.close();
      return stream.return();
    },
    async throw(error) {
      watch.close();
      return stream.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

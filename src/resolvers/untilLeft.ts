import type { Watch } from '../context/context.js';

/**
 * A stream of a subscription that ends as soon as its listener leaves. A generator alone would not: being told to return,
 * it first finishes what it waits for, which for a thing that nobody touches any more is for ever. The generator ends
 * when it finds its watch closed.
 */
export function untilLeft<T>(
  watch: Watch,
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

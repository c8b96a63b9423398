import type { Watch } from '../context/context.js';

/**
 * A stream of a subscription that ends as soon as its listener leaves. A generator alone would not: on return it first
 * finishes the wait it is in, which may be for ever when nothing changes any more. The generator ends when it finds its
 * watch closed.
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

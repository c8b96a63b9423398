import type { Socket } from 'node:net';

/** So many looks in a row must see nothing taken: time alone would also pass while this process itself is held up. */
export const CHECKS = 4;

/** What a look at a connection shows. */
export interface BackpressureCheck {
  /** Something waited at the look before, and some of it was taken since. */
  readonly isTaking: boolean;
  /** Something waits, and for so many looks nothing of it was taken. */
  readonly isStalled: boolean;
}

/** Tells a reader that takes nothing from one that is slow: by looks that come `LOOKS` times within its patience. */
export function watchBackpressure(connection: Socket): () => BackpressureCheck {
  let waits = connection.writableLength > 0;
  let taken = takenOf(connection);
  let inVain = 0;
  return () => {
    const isMore = takenOf(connection) !== taken;
    const isTaking = waits && isMore;
    waits = connection.writableLength > 0;
    taken = takenOf(connection);
    inVain = waits && !isMore ? inVain + 1 : 0;
    return { isTaking, isStalled: inVain >= CHECKS };
  };
}

/** `bytesWritten` counts a write whole as soon as it begins; how far one has come nothing but the handle says. */
function takenOf(connection: Socket): number {
  const handle = Object(Reflect.get(connection, '_handle'));
  return Number(handle.bytesWritten) - Number(handle.writeQueueSize);
}

import type { Socket } from 'node:net';
import { bytesAccepted } from './nodeInternals.js';

/** A reader is stalled after this number of checks in a row without progress: time alone would also pass while this process is busy. */
export const CHECKS = 4;

/** The result of one check. */
export interface BackpressureCheck {
  /** Whether something waited at the check before, and the client has read some of it since. */
  readonly isTaking: boolean;
  /** Whether something waits, and the client has read nothing for the last `CHECKS` checks. */
  readonly isStalled: boolean;
}

/** Distinguishes stalled readers from slow ones. The caller makes `CHECKS` checks within the time after which a reader is stalled. */
export function watchBackpressure(connection: Socket): () => BackpressureCheck {
  let isWaiting = connection.writableLength > 0;
  let accepted = bytesAccepted(connection);
  let checksWithoutProgress = 0;
  return () => {
    const isMore = bytesAccepted(connection) !== accepted;
    const isTaking = isWaiting && isMore;
    isWaiting = connection.writableLength > 0;
    accepted = bytesAccepted(connection);
    checksWithoutProgress = isWaiting && !isMore ? checksWithoutProgress + 1 : 0;
    return { isTaking, isStalled: checksWithoutProgress >= CHECKS };
  };
}

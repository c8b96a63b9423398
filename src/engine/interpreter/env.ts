/**
 * The sources of time, randomness and new ids that the engine uses: read-only and synchronous. The caller makes one for
 * each step from the recorded clock and seed of the turn, so that a turn can be replayed.
 */
export interface Env {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** A fresh id of 24 lower-case letters and digits that begins with a letter. */
  readonly newId: () => string;
}

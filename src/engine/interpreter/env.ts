/**
 * Time, chance and new ids, as the engine may see them: read-only, never waiting.
 * The edge makes one per step from the turn's recorded clock and seed, so that a turn can be replayed.
 */
export interface Env {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** A fresh id of 24 lower-case letters and digits that begins with a letter. */
  readonly newId: () => string;
}

import type { Later } from '../stage.js';
import type { Chance } from './chance.js';

/** The parameters of a trial. */
export interface Ground {
  /** Small numbers, to test the trial itself. */
  readonly isQuick: boolean;
  /** How long a search runs. */
  readonly minutes: number;
  readonly seed: number;
  readonly chance: Chance;
  readonly later: Later;
  /** Prints the progress. */
  say(text: string): void;
}

/** The outcome of a trial. */
export interface Outcome {
  /** The figures, in the order they are printed. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** Every broken promise, as a sentence; empty when all were kept. */
  readonly broken: readonly string[];
}

/** One way of stressing the server. */
export interface Trial {
  /** Its name for `--only`. */
  readonly name: string;
  /** The promise it tests. */
  readonly promise: string;
  run(ground: Ground): Promise<Outcome>;
}

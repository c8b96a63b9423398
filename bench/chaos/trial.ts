import type { Later } from '../stage.js';
import type { Chance } from './chance.js';

/** What a trial is run with. */
export interface Ground {
  /** Small numbers, to see whether the trial itself works. */
  readonly isQuick: boolean;
  /** How long a search goes on. */
  readonly minutes: number;
  readonly seed: number;
  readonly chance: Chance;
  readonly later: Later;
  /** Says how far it has come. */
  say(text: string): void;
}

/** What came of a trial. */
export interface Outcome {
  /** What was seen, in the order it is told. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** Every promise that did not hold, in a sentence; empty when all did. */
  readonly broken: readonly string[];
}

/** One way of making life hard for the server. */
export interface Trial {
  /** What `--only` calls it. */
  readonly name: string;
  /** What it has to hold. */
  readonly promise: string;
  run(ground: Ground): Promise<Outcome>;
}

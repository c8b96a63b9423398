import { parseArgs } from 'node:util';

/** The arguments of `npm run chaos`. */
export interface Options {
  /** Names of trials; all when empty. */
  readonly only: readonly string[];
  readonly isQuick: boolean;
  /** How long the search runs. */
  readonly minutes: number;
  readonly seed: number;
}

/** The usage, for wrong arguments. */
export function usageOf(names: readonly string[]): string {
  return `npm run chaos -- [--quick] [--only trial]… [--minutes number] [--seed number]
  --quick    small numbers, to see whether the trials work
  --only     these only, of ${names.join(', ')}; may be given several times
  --minutes  how long the trial "search" goes on; 3, and half of one with --quick
  --seed     the chances of an earlier run, which prints its own`;
}

/** Parses the command line; throws an Error that says what is wrong with it. */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      minutes: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const unknown = values.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no trial called ${unknown}`);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(seed)) throw new Error('The seed is a whole number');
  const minutes = Number(values.minutes ?? (values.quick ? 0.5 : 3));
  if (!(minutes > 0)) throw new Error('The minutes are a number above 0');
  return { only: values.only, isQuick: values.quick, minutes, seed };
}

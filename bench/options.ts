import { parseArgs } from 'node:util';
import { wayNames, type WayName } from './way.js';

/** What the bench was asked for. */
export interface Options {
  /** How long each cell is measured. */
  readonly seconds: number;
  readonly ways: readonly WayName[];
  /** Where to write the figures as JSON. */
  readonly json: string | undefined;
  /** Show where the server's time goes instead of measuring. */
  readonly isProfile: boolean;
  /** Measure the reading of a million results instead. */
  readonly isOfResults: boolean;
}

/** How to ask, for whoever asked wrongly. */
export const USAGE = `npm run bench -- [--quick] [--only raw|rest|graphql]… [--json file] [--profile] | results
  --quick    2 seconds a cell instead of 5
  --only     these ways only; may be given several times
  --json     also writes the figures to a file
  --profile  shows where the server's time goes in continueChat, instead of the table
  results    reads pages and counts of a million results instead`;

/** Reads the command line; throws an Error that says what is wrong with it. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      profile: { type: 'boolean', default: false },
    },
  });
  const what = positionals.find((name) => name !== 'results');
  if (what !== undefined) throw new Error(`There is no bench of ${what}`);
  const unknown = values.only.find((name) => !wayNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no way called ${unknown}`);
  const ways = wayNames.filter((name) => values.only.length === 0 || values.only.includes(name));
  return {
    seconds: values.quick ? 2 : 5,
    ways,
    json: values.json,
    isProfile: values.profile,
    isOfResults: positionals.length > 0,
  };
}

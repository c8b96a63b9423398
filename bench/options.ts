import { parseArgs } from 'node:util';
import { targetNames, type TargetName } from './target.js';

/** The options of the bench. */
export interface Options {
  readonly subject: string;
  /** How long each target is measured for a line of the table, in seconds. */
  readonly seconds: number;
  readonly ways: readonly TargetName[];
  /** A commit to compare this tree with, instead of measuring this tree alone. */
  readonly against: string | undefined;
  /** How many callers are measured. */
  readonly callers: readonly number[];
  /** How long the endurance test runs. */
  readonly minutes: number;
  /** Whether to profile the server instead of measuring it. */
  readonly isProfile: boolean;
  /** A folder of flows to make mutants of, instead of those of this tree. */
  readonly folder: string | undefined;
}

/** Parses the command line; throws an Error that describes its fault. */
export function readOptions(args: readonly string[], subjects: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      callers: { type: 'string', multiple: true, default: [] },
      against: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      profile: { type: 'boolean', default: false },
      folder: { type: 'string' },
    },
  });
  const [subject = 'turns', more] = positionals;
  if (!subjects.includes(subject) || more !== undefined) {
    throw new Error(`There is no bench of ${more ?? subject}, but of ${subjects.join(', ')}`);
  }
  const unknown = values.only.find((name) => !targetNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no way called ${unknown}`);
  const callers = values.callers.map(Number);
  if (callers.some((count) => !Number.isInteger(count) || count < 1)) {
    throw new Error('--callers takes whole numbers from 1 on');
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('The minutes are a number above 0');
  return {
    subject,
    seconds: values.quick ? 2 : 5,
    ways: targetNames.filter((name) => values.only.length === 0 || values.only.includes(name)),
    against: values.against,
    callers: callers.length > 0 ? callers : [1, 16, 64],
    minutes,
    isProfile: values.profile,
    folder: values.folder,
  };
}

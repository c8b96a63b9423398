import { parseArgs } from 'node:util';
import { targetNames, type TargetName } from './target.js';

/** The benches, each with its own command; `turns` by default. */
export const SUBJECTS = [
  'turns',
  'engine',
  'sizes',
  'subscriptions',
  'readers',
  'endurance',
  'results',
  'cluster',
  'walk',
  'edit',
  'messenger',
  'first-words',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** What the bench was asked for. */
export interface Options {
  readonly subject: Subject;
  /** How long each cell is measured. */
  readonly seconds: number;
  readonly ways: readonly TargetName[];
  /** Where to write the figures as JSON. */
  readonly json: string | undefined;
  /** A commit to compare this tree with, instead of measuring this tree alone. */
  readonly against: string | undefined;
  /** How many callers are measured. */
  readonly callers: readonly number[];
  /** How long the endurance is tried. */
  readonly minutes: number;
  /** Show where the server's time goes instead of measuring. */
  readonly isProfile: boolean;
}

/** How to ask, for whoever asked wrongly. */
export const USAGE = `npm run bench -- [turns] [--quick] [--only raw|write|rest|keyed|graphql]… [--callers n]… [--json file]
                 [--profile | --against commit]
npm run bench -- engine | sizes | subscriptions | readers | endurance | results | cluster | walk | edit | messenger | first-words
  --quick        2 seconds a cell instead of 5
  --only         these ways only; may be given several times
  --callers      this number of callers only; may be given several times
  --json         also writes the figures to a file
  --against      builds this commit as well, and drives both servers in turn, each on a PostgreSQL of its own
  --profile      shows where the server's time goes in continueChat, instead of the table
  engine         the engine alone, for flows of 10 to 10 000 groups
  sizes          the same turn for small and large flows, chats and tables
  subscriptions  20 000 open subscriptions: memory, and how soon events arrive
  readers        1 000 readers of one chat: memory, and what they cost the turns of another
  endurance      whether memory stays flat under a mixed load; --minutes says for how long, 60 without it
  results        reads pages and counts of a million results
  cluster        what a turn costs the servers when there are 1, 2 and 4 of them, and PostgreSQL takes no processor time
  walk           which functions run in one turn
  edit           moving one block of a flow of a megabyte
  messenger      1 000 people write to one number of WhatsApp at once
  first-words    how soon the first words of an AI answer arrive`;

/** Reads the command line; throws an Error that says what is wrong with it. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      callers: { type: 'string', multiple: true, default: [] },
      against: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      profile: { type: 'boolean', default: false },
    },
  });
  const [what = 'turns', more] = positionals;
  const subject = SUBJECTS.find((known) => known === what);
  if (!subject || more !== undefined) throw new Error(`There is no bench of ${more ?? what}`);
  const unknown = values.only.find((name) => !targetNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`There is no way called ${unknown}`);
  const callers = values.callers.map(Number);
  if (callers.some((count) => !Number.isInteger(count) || count < 1)) {
    throw new Error('--callers takes whole numbers from 1 on');
  }
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('The minutes are a number above 0');
  const ways = targetNames.filter((name) => values.only.length === 0 || values.only.includes(name));
  return {
    subject,
    seconds: values.quick ? 2 : 5,
    ways,
    json: values.json,
    against: values.against,
    callers: callers.length > 0 ? callers : [1, 16, 64],
    minutes,
    isProfile: values.profile,
  };
}

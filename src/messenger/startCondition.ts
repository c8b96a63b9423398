import type { Settings } from '../engine/index.js';
import type { Search } from '../integrations/search.js';

type Channel = NonNullable<Settings['messengerChannel']>;
type Condition = NonNullable<Channel['startCondition']>;
type Comparison = NonNullable<Condition['comparisons']>[number];

interface Candidate {
  readonly channel: Channel | undefined;
}

/** The first message, by which a bot is chosen. */
interface First<B> {
  /** The text of the message; absent where it has none. */
  readonly text: string | undefined;
  /** The search for patterns of a bot in the text. */
  searchOf(bot: B): Search;
}

/**
 * The bot that a first message starts: the first whose start condition holds for the text, else the first without a condition,
 * else none. A message without a text fits no condition.
 */
export async function botFor<B extends Candidate>(
  bots: readonly B[],
  { text, searchOf }: First<B>,
): Promise<B | undefined> {
  const enabled = bots.filter(({ channel }) => channel?.isEnabled === true);
  for (const bot of enabled) {
    const condition = bot.channel?.startCondition;
    if (text !== undefined && (await holds(condition, text, searchOf(bot)))) return bot;
  }
  return enabled.find(({ channel }) => channel?.startCondition === undefined);
}

/** A condition without a comparison never holds. */
async function holds(
  { comparisons = [], logicalOperator }: Partial<Condition> = {},
  text: string,
  search: Search,
): Promise<boolean> {
  if (comparisons.length === 0) return false;
  const results = await Promise.all(comparisons.map((one) => fits(one, text, search)));
  return logicalOperator === 'OR' ? results.includes(true) : !results.includes(false);
}

async function fits(
  { comparisonOperator, value = '' }: Comparison,
  text: string,
  search: Search,
): Promise<boolean> {
  switch (comparisonOperator) {
    case undefined:
      return false;
    case 'Matches regex':
      return (await found(search, value, text)) === true;
    case 'Does not match regex':
      return (await found(search, value, text)) === false;
    default:
      return TESTS[comparisonOperator](text, value);
  }
}

/** Whether a pattern is found; undefined for one that is empty, broken or takes too long, which fits nothing. */
async function found(search: Search, pattern: string, text: string): Promise<boolean | undefined> {
  if (pattern === '') return undefined;
  const [isFound] = await search(pattern, [text]).catch(() => []);
  return isFound;
}

type Test = (text: string, value: string) => boolean;

type Operator = NonNullable<Comparison['comparisonOperator']>;

const TESTS: Readonly<Record<Exclude<Operator, 'Matches regex' | 'Does not match regex'>, Test>> = {
  'Equal to': (text, value) => text === value,
  'Not equal': (text, value) => text !== value,
  Contains: (text, value) => folded(text).includes(folded(value)),
  'Does not contain': (text, value) => !folded(text).includes(folded(value)),
  'Starts with': (text, value) => folded(text).startsWith(folded(value)),
  'Ends with': (text, value) => folded(text).endsWith(folded(value)),
  'Is set': (text) => text !== '',
  'Is empty': (text) => text === '',
  'Greater than': (text, value) => Number(text) > Number(value),
  'Less than': (text, value) => Number(text) < Number(value),
  'Greater or equal to': (text, value) => Number(text) >= Number(value),
  'Less or equal to': (text, value) => Number(text) <= Number(value),
};

function folded(text: string): string {
  return text.trim().toLowerCase();
}

import type { Settings } from '../engine/index.js';

type Channel = NonNullable<Settings['messengerChannel']>;
type Condition = NonNullable<Channel['startCondition']>;
type Comparison = NonNullable<Condition['comparisons']>[number];

/** A bot that may answer in a messenger, and its settings for that. */
interface Candidate {
  readonly channel: Channel | undefined;
}

/**
 * The bot that a first message starts: the first whose start condition holds for the text, else the first without a condition,
 * else none. A message without a text fits no condition.
 */
export function botFor<B extends Candidate>(
  bots: readonly B[],
  text: string | undefined,
): B | undefined {
  const enabled = bots.filter(({ channel }) => channel?.isEnabled === true);
  const wanted = enabled.find(({ channel }) => holds(channel?.startCondition, text));
  return wanted ?? enabled.find(({ channel }) => channel?.startCondition === undefined);
}

/** Without a comparison it never holds. */
function holds(condition: Condition | undefined, text: string | undefined): boolean {
  const { comparisons = [], logicalOperator } = condition ?? {};
  if (comparisons.length === 0 || text === undefined) return false;
  const results = comparisons.map((comparison) => fits(comparison, text));
  return logicalOperator === 'OR' ? results.includes(true) : !results.includes(false);
}

function fits({ comparisonOperator, value = '' }: Comparison, text: string): boolean {
  if (comparisonOperator === undefined) return false;
  return TESTS[comparisonOperator](text, value);
}

type Test = (text: string, value: string) => boolean;

const TESTS: Readonly<Record<NonNullable<Comparison['comparisonOperator']>, Test>> = {
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
  // Patterns of authors run only in the sandbox.
  'Matches regex': () => false,
  'Does not match regex': () => false,
};

function folded(text: string): string {
  return text.trim().toLowerCase();
}

import type { BlockFault } from '../blocks/kind/blockFault.js';
import { loneName, namesIn } from '../text/names.js';
import { patternOf } from './comparison.js';
import type { Condition } from './condition.js';
import { isContradiction, isTautology, waysOf } from './implied.js';
import { patternFault } from './pattern.js';

type Comparison = NonNullable<Condition['comparisons']>[number];

/** The item that a condition belongs to, and its name for people. */
export interface ConditionItem {
  readonly itemId: string;
  readonly about: string;
  /** Where in its block the condition is. */
  readonly path: string;
}

/** The comparisons of a condition that are compared with each other, at most. */
const MOST_COMPARED = 50;

/** The characters of a pattern that is looked into, at most: whoever sends a flow decides how long they are. */
const MOST_PATTERN = 10_000;

/** Why a condition never holds or always does, and what is wrong with the patterns in it; undefined where a step ends. */
export function* conditionFaults(
  condition: Condition,
  { path, ...item }: ConditionItem,
): Generator<BlockFault | undefined> {
  // A block may have thousands of conditions.
  yield undefined;
  const { comparisons = [] } = condition;
  const ways = waysOf(condition);
  if (!ways.some((terms) => !isContradiction(terms.slice(0, MOST_COMPARED))))
    yield { code: 'CONDITION_NEVER_HOLDS', ...item };
  else if (isTautology(ways.slice(0, MOST_COMPARED)))
    yield { code: 'CONDITION_ALWAYS_HOLDS', ...item };
  const codes = new Set<BlockFault['code']>();
  for (const [index, comparison] of comparisons.entries()) {
    if (!isWhole(comparison) || !hasPattern(comparison)) continue;
    // Reading a long pattern takes a millisecond.
    yield undefined;
    const code = codeOfPattern(comparison);
    if (!code || codes.has(code)) continue;
    codes.add(code);
    yield { code, ...item, path: `${path}.comparisons[${index}].value` };
  }
}

/** Without its variable or its operator a comparison never holds. */
function isWhole({ variableId, comparisonOperator }: Comparison): boolean {
  return variableId !== undefined && comparisonOperator !== undefined;
}

function hasPattern({ comparisonOperator, value = '' }: Comparison): boolean {
  const isPattern =
    comparisonOperator === 'Matches regex' || comparisonOperator === 'Does not match regex';
  return isPattern && value.length <= MOST_PATTERN;
}

/** What is wrong with the pattern of a comparison; one that holds variables is only known in a chat. */
function codeOfPattern({
  value = '',
}: Comparison): 'PATTERN_INVALID' | 'PATTERN_NEVER_MATCHES' | 'PATTERN_SLOW' | undefined {
  if (loneName(value) !== undefined || namesIn(value).next().done !== true) return undefined;
  const [source, flags] = patternOf(value);
  if (isBroken(source, flags)) return 'PATTERN_INVALID';
  const fault = patternFault(source, flags);
  return fault && (fault === 'never' ? 'PATTERN_NEVER_MATCHES' : 'PATTERN_SLOW');
}

function isBroken(source: string, flags: string): boolean {
  try {
    return !new RegExp(source, flags);
  } catch {
    return true;
  }
}

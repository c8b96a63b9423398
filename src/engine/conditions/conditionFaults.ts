import type { BlockFault } from '../blocks/kind/block.js';
import { loneName, namesIn } from '../text/names.js';
import { patternOf } from './comparison.js';
import type { Condition } from './condition.js';

type Comparison = NonNullable<Condition['comparisons']>[number];

/** Why a condition, or a pattern in it, can never hold. `about` names the item that it belongs to. */
export function* conditionFaults(condition: Condition, about: string): Generator<BlockFault> {
  const { comparisons = [], logicalOperator } = condition;
  const whole = comparisons.filter(isWhole);
  const isEnough =
    logicalOperator === 'OR' ? whole.length > 0 : whole.length === comparisons.length;
  if (comparisons.length === 0 || !isEnough) yield { code: 'CONDITION_NEVER_HOLDS', about };
  if (whole.some(isBroken)) yield { code: 'PATTERN_INVALID', about };
}

/** Without its variable or its operator a comparison never holds. */
function isWhole({ variableId, comparisonOperator }: Comparison): boolean {
  return variableId !== undefined && comparisonOperator !== undefined;
}

/** Whether a comparison with a pattern has none that can be compiled; one that holds variables is only known in a chat. */
function isBroken({ comparisonOperator, value = '' }: Comparison): boolean {
  if (comparisonOperator !== 'Matches regex' && comparisonOperator !== 'Does not match regex')
    return false;
  if (loneName(value) !== undefined || namesIn(value).next().done !== true) return false;
  try {
    return !new RegExp(...patternOf(value));
  } catch {
    return true;
  }
}

import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { compare, type Comparison } from './comparison.js';
import { COMPARISON_OPERATORS, OPERATORS_WITH_VALUE } from './comparisonOperator.js';
import { loneName } from '../text/names.js';
import type { Value } from '../values/value.js';
import { readVariableIdSchema } from '../documents/optionMeaning.js';
import { optional } from '../fields/field.js';

const comparisonSchema = z
  .looseObject({
    id: z.string(),
    variableId: optional(readVariableIdSchema, 'The variable that is looked at.'),
    comparisonOperator: optional(z.enum(COMPARISON_OPERATORS), 'How it is compared.', {
      title: 'Comparison',
    }),
    value: optional(
      z.string(),
      'What it is compared with; a single `{{variable}}` stands for its value, which may be a list.',
      { showsWhen: { comparisonOperator: OPERATORS_WITH_VALUE }, isUnseen: true },
    ),
  })
  .describe('A comparison of a variable.');

/** Comparisons of variables, joined by AND unless OR is set. */
export const conditionSchema = z.looseObject({
  logicalOperator: optional(
    z.enum(['OR', 'AND']),
    'Whether one comparison is enough or all must hold.',
    {
      title: 'How many must hold',
      default: 'AND',
      labels: { OR: 'One is enough', AND: 'All of them' },
    },
  ),
  comparisons: optional(
    z.array(comparisonSchema),
    'The comparisons; without any the condition does not hold.',
  ),
});

/** Comparisons of variables, joined by AND unless OR is set. */
export type Condition = z.infer<typeof conditionSchema>;

/** One comparison as it came out; `left` and `right` are the values that were compared. */
export interface Compared extends Comparison {
  readonly variableId: string;
  readonly holds: boolean;
}

/** Whether a condition holds now; one without comparisons does not. */
export function holds(condition: Condition, context: BlockContext): boolean {
  const { comparisons = [] } = condition;
  return isMet(
    condition,
    comparisons.map((comparison) => compared(comparison, context)?.holds ?? false),
  );
}

/** A condition with both sides of its comparisons; those that lack a variable or an operator are left out. */
export function explainCondition(
  condition: Condition,
  context: BlockContext,
): { readonly holds: boolean; readonly comparisons: readonly Compared[] } {
  const { comparisons = [] } = condition;
  const all = comparisons.map((comparison) => compared(comparison, context));
  return {
    holds: isMet(
      condition,
      all.map((one) => one?.holds ?? false),
    ),
    comparisons: all.filter((one) => one !== undefined),
  };
}

function isMet({ logicalOperator }: Condition, results: readonly boolean[]): boolean {
  if (results.length === 0) return false;
  return logicalOperator === 'OR' ? results.includes(true) : !results.includes(false);
}

/** Undefined for a comparison that lacks its variable or its operator, which never holds. */
function compared(
  { variableId, comparisonOperator: operator, value = '' }: z.infer<typeof comparisonSchema>,
  context: BlockContext,
): Compared | undefined {
  if (variableId === undefined || operator === undefined) return undefined;
  const sides = { left: context.value(variableId), operator, right: rightSide(value, context) };
  return { variableId, ...sides, holds: compare(sides, context) };
}

/** `null` and `undefined` stand for no value; a lone `{{name}}` is the variable's own value, which may be a list. */
function rightSide(template: string, context: BlockContext): Value {
  if (template === 'null' || template === 'undefined') return null;
  const name = loneName(template);
  return (name === undefined ? null : context.valueNamed(name)) ?? context.text(template);
}

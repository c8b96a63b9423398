import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { compare } from './comparison.js';
import { COMPARISON_OPERATORS } from './comparisonOperator.js';
import { loneName } from '../text/template.js';
import type { Value } from '../values/value.js';
import { variableIdSchema } from '../documents/optionMeaning.js';

const comparisonSchema = z
  .looseObject({
    id: z.string(),
    variableId: variableIdSchema.optional().describe('The variable that is looked at.'),
    comparisonOperator: z.enum(COMPARISON_OPERATORS).optional().describe('How it is compared.'),
    value: z
      .string()
      .optional()
      .describe('With what; one lone `{{variable}}` stands for its value, which may be a list.'),
  })
  .describe('A comparison of a variable.');

/** Comparisons of variables, joined by AND unless OR is set. */
export const conditionSchema = z.looseObject({
  logicalOperator: z
    .enum(['OR', 'AND'])
    .optional()
    .describe('Whether one comparison is enough or all must hold; `AND` when absent.'),
  comparisons: z.array(comparisonSchema).optional().describe('Without any it does not hold.'),
});

/** Comparisons of variables, joined by AND unless OR is set. */
export type Condition = z.infer<typeof conditionSchema>;

/** Whether a condition holds now; one without comparisons does not. */
export function holds(
  { logicalOperator, comparisons = [] }: Condition,
  context: BlockContext,
): boolean {
  const results = comparisons.map((comparison) => comparisonHolds(comparison, context));
  if (results.length === 0) return false;
  return logicalOperator === 'OR' ? results.includes(true) : !results.includes(false);
}

function comparisonHolds(
  comparison: z.infer<typeof comparisonSchema>,
  context: BlockContext,
): boolean {
  const { variableId, comparisonOperator, value = '' } = comparison;
  if (variableId === undefined || comparisonOperator === undefined) return false;
  const [left, right] = [context.value(variableId), rightSide(value, context)];
  return compare({ left, operator: comparisonOperator, right }, context);
}

/** `null` and `undefined` stand for no value; a lone `{{name}}` is the variable's own value, which may be a list. */
function rightSide(template: string, context: BlockContext): Value {
  if (template === 'null' || template === 'undefined') return null;
  const name = loneName(template);
  return (name === undefined ? null : context.valueNamed(name)) ?? context.text(template);
}

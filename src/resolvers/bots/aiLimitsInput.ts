import { InputType } from 'type-graphql';
import { z } from 'zod';
import { invalid } from '../../errors/errors.js';
import type { AiLimits } from '../../schema/aiBudget.js';
import { NullableField } from '../../schema/field.js';
import { scalarOf } from '../../schema/scalar.js';
import { AI_MEASURES, type AiOwner, type OperatorLimits } from '../../storage/aiBudgets.js';
import { MutationInput } from '../mutationInput.js';

const LimitAmount = scalarOf({
  name: 'LimitAmount',
  description: 'A number from 0 to 10000000000.',
  schema: z.number().min(0).max(10_000_000_000),
});

/** The monthly limits of AI blocks. */
@InputType()
export abstract class AiLimitsInput extends MutationInput {
  @NullableField(() => LimitAmount, {
    description: 'How many AI actions may run; null is without a limit, absent is unchanged.',
  })
  calls?: number | null;

  @NullableField(() => LimitAmount, 'All tokens; null is without a limit, absent is unchanged.')
  tokens?: number | null;

  @NullableField(() => LimitAmount, {
    description:
      'How long actions may run, in milliseconds; null is without a limit, absent is unchanged.',
  })
  milliseconds?: number | null;

  @NullableField(() => LimitAmount, 'In US dollars; null is without a limit, absent is unchanged.')
  cost?: number | null;
}

/** The limits that an input sets. Fails where one is above the operator's. */
export function limitsIn(
  input: AiLimitsInput,
  owner: AiOwner,
  operators: OperatorLimits,
): Partial<AiLimits> {
  const set = AI_MEASURES.filter((measure) => input[measure] !== undefined);
  const faults = set.flatMap((measure) => {
    const most = operators.get(`${owner}.${measure}`) ?? Infinity;
    const message = `The operator of this server allows at most ${most}`;
    return (input[measure] ?? 0) > most ? [{ path: [measure], message }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
  return Object.fromEntries(set.map((measure) => [measure, input[measure]]));
}

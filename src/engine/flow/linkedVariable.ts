import { z } from 'zod';
import type { AnyBlock } from '../blocks/kind/block.js';
import { variableIdSchema } from '../documents/optionMeaning.js';

/** The id of the variable that an input block fills; every kind of input stores it in the same option. */
export function linkedVariableId(block: AnyBlock): string | undefined {
  return linked.safeParse(block).data?.options?.variableId;
}

const linked = z.looseObject({
  options: z.looseObject({ variableId: variableIdSchema.optional() }).optional(),
});

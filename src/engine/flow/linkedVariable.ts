import { z } from 'zod';
import { kindOf } from '../blocks/index.js';
import type { AnyBlock } from '../blocks/kind/block.js';
import { oncePer } from '../documents/oncePer.js';
import { variableIdSchema } from '../documents/optionMeaning.js';
import type { Flow, LocatedBlock } from './flow.js';

/** The id of the variable that an input block fills; every kind of input stores it in the same option. */
export const linkedVariableId = oncePer(
  (block: AnyBlock) => linked.safeParse(block).data?.options?.variableId,
);

const linked = z.looseObject({
  options: z.looseObject({ variableId: variableIdSchema.optional() }).optional(),
});

/**
 * The name under which an input's answers are shown: the name of its variable, else the title of its group, with "
 * (1)", " (2)" for the second, third … input of the group.
 */
export function answerKey(
  flow: Pick<Flow, 'variable'>,
  { block, group, index }: LocatedBlock,
): string {
  const variableId = linkedVariableId(block);
  const variable = variableId === undefined ? undefined : flow.variable(variableId);
  if (variable) return variable.name;
  const before = inputsBefore(group)[index];
  return before === 0 ? group.title : `${group.title} (${before})`;
}

/** The number of inputs before each block of a group. */
const inputsBefore = oncePer(({ blocks }: LocatedBlock['group']) => {
  let count = 0;
  return blocks.map(({ type }) => (kindOf(type).family === 'input' ? count++ : count));
});

import { z } from 'zod';
import type { BlockContext, BlockResult } from './block.js';
import { toValue } from '../../values/toValue.js';
import type { ValueOptions } from './valueKind.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';

/** The options of value kinds that remove a member from a list. */
export const takeOutSchema = z.looseObject({
  saveItemInVariableId: variableIdSchema
    .optional()
    .describe('The variable that gets the member taken out.'),
});

/** Removes a member from the list in the variable; a text is a list of one, and an empty variable stays empty. */
export function takeOut(
  options: z.infer<typeof takeOutSchema> & ValueOptions,
  end: 'first' | 'last',
  context: BlockContext,
): BlockResult {
  const { variableId, saveItemInVariableId } = options;
  const held = context.value(variableId);
  const list = typeof held === 'string' ? [held] : (held ?? []);
  const [taken, rest] =
    end === 'first' ? [list.at(0), list.slice(1)] : [list.at(-1), list.slice(0, -1)];
  const kept =
    saveItemInVariableId === undefined
      ? []
      : [{ variableId: saveItemInVariableId, value: toValue(taken) }];
  return { go: 'next', set: [{ variableId, value: held === null ? null : rest }, ...kept] };
}

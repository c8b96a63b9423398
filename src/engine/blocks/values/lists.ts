import { z } from 'zod';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { stepsIn } from '../../interpreter/budget.js';
import { toValue } from '../../values/toValue.js';
import type { Value } from '../../values/value.js';
import { takeOut, takeOutSchema } from '../kind/takeOut.js';
import { defineValue, setTo } from '../kind/valueKind.js';

/** Appends a text to a list; a text becomes a list of two, null a list of one. */
export const append = defineValue({
  type: 'Append value(s)',
  summary: 'Adds a text to the end of a list.',
  example: { item: '{{Name}}' },
  schema: z.looseObject({
    item: z.string().optional().describe('The text to add; may hold variables.'),
  }),
  enter: (options, context) => {
    const held = context.value(options.variableId);
    const before = typeof held === 'string' ? [held] : (held ?? []);
    return setTo(options, [...before, context.text(options.item ?? '')]);
  },
});

/** Removes the last member of a list. */
export const pop = defineValue({
  type: 'Pop',
  summary: 'Takes the last member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, context) => takeOut(options, 'last', context),
});

/** Removes the first member of a list. */
export const shift = defineValue({
  type: 'Shift',
  summary: 'Takes the first member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, context) => takeOut(options, 'first', context),
});

/** Finds a text in one list and returns the member at the same index of another; null when there is none. */
export const mapItem = defineValue({
  type: 'Map item with same index',
  summary: 'The member of one list at the place where a text stands in another.',
  example: {
    mapListItemParams: {
      baseItemVariableId: 'vName',
      baseListVariableId: 'vNames',
      targetListVariableId: 'vAges',
    },
  },
  schema: z.looseObject({
    mapListItemParams: z
      .looseObject({
        baseItemVariableId: variableIdSchema
          .optional()
          .describe('The variable with the text to find.'),
        baseListVariableId: variableIdSchema.optional().describe('The list it is looked for in.'),
        targetListVariableId: variableIdSchema
          .optional()
          .describe('The list the value is taken from.'),
      })
      .optional()
      .describe('The text and the two lists.'),
  }),
  enter: (options, context) => {
    const { baseItemVariableId, baseListVariableId, targetListVariableId } =
      options.mapListItemParams ?? {};
    const item = context.value(baseItemVariableId);
    const base = context.value(baseListVariableId);
    context.charge(stepsIn(base));
    const index = typeof item === 'string' ? listIn(base).indexOf(item) : -1;
    return setTo(options, toValue(listIn(context.value(targetListVariableId))[index]));
  },
});

function listIn(value: Value): readonly (string | null)[] {
  return typeof value === 'string' || value === null ? [] : value;
}

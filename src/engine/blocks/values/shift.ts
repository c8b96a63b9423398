import { defineValue } from '../kind/valueKind.js';
import { takeOut, takeOutSchema } from '../kind/takeOut.js';

/** Removes the first member of a list. */
export const shift = defineValue({
  type: 'Shift',
  summary: 'Takes the first member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, context) => takeOut(options, 'first', context),
});

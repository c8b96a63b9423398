import { defineValue } from '../kind/valueKind.js';
import { takeOut, takeOutSchema } from '../kind/takeOut.js';

/** Removes the last member of a list. */
export const pop = defineValue({
  type: 'Pop',
  summary: 'Takes the last member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, context) => takeOut(options, 'last', context),
});

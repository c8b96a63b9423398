import { defineValue } from '../../valueKind.js';
import { takeOut, takeOutSchema } from '../../takeOut.js';

/** Takes the last member out of a list. */
export const pop = defineValue({
  type: 'Pop',
  summary: 'Takes the last member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, here) => takeOut(options, 'last', here),
});

import { z } from 'zod';
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

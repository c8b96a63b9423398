import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** Clears the variable. */
export const empty = defineValue({
  type: 'Empty',
  summary: 'Clears the variable.',
  schema: z.looseObject({}),
  enter: (options) => setTo(options, null),
});

import { z } from 'zod';
import { defineValue, setTo } from '../kind/valueKind.js';

/** A unique id. */
export const randomId = defineValue({
  type: 'Random ID',
  summary: 'A fresh random id of 24 letters and digits.',
  schema: z.looseObject({}),
  enter: (options, context) => setTo(options, context.env.newId()),
});

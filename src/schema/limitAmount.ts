import { z } from 'zod';
import { scalarOf } from './scalar.js';

/** The amount that a limit allows. */
export const LimitAmount = scalarOf({
  name: 'LimitAmount',
  description: 'A number from 0 to 10000000000.',
  schema: z.number().min(0).max(10_000_000_000),
});

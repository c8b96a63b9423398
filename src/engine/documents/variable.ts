import { z } from 'zod';
import { partIdSchema } from './partId.js';

const valueSchema = z.union(
  [z.string(), z.array(z.string().nullable()), z.null()],
  'must be a text, a list of texts and nulls, or null',
);

/** A named value of a flow; a value stored here is the one a chat begins with. */
export const variableSchema = z.looseObject({
  id: partIdSchema,
  name: z.string(),
  value: valueSchema.optional(),
  isSessionVariable: z.boolean().optional(),
});

/** A named value of a flow. */
export type Variable = z.infer<typeof variableSchema>;

import { z } from 'zod';
import { optional } from '../fields/field.js';
import { partIdSchema } from './commonMembers.js';

const valueSchema = z.union(
  [z.string(), z.array(z.string().nullable()), z.null()],
  'Must be text, a list of texts and nulls, or null',
);

/** A named value of a flow; a value stored here is the one a chat begins with. */
export const variableSchema = z
  .looseObject({
    id: partIdSchema,
    name: z.string().describe('What people call it'),
    value: optional(valueSchema, 'What it holds'),
    isSessionVariable: optional(
      z.boolean(),
      'Whether it is forgotten with the chat, and left out of results',
    ),
  })
  .meta({ id: 'Variable' });

/** The named values of a flow. */
export const variablesSchema = z.array(variableSchema).describe('What the flow remembers');

/** A named value of a flow. */
export type Variable = z.infer<typeof variableSchema>;

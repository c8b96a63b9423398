import { z } from 'zod';
import { optional } from '../fields/field.js';

/** Whether something is switched on; may be left out. */
export const isEnabledSchema = optional(z.boolean(), 'Whether it is switched on', { title: 'On' });

/** The member that tells apart objects of several kinds. */
export function typeMember<S extends z.ZodType>(schema: S): S {
  return schema.describe('The kind of thing it is');
}

/**
 * The id of a part of a flow. It is short because lists of changes and problems repeat it for each thing in the part.
 */
export const partIdSchema = z
  .string()
  .min(1)
  .max(1_000)
  .describe('Names this part; references within the document point at it');

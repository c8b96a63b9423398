import { z } from 'zod';

/**
 * The id of a part of a flow. It is short because lists of changes and problems repeat it for each thing in the part.
 */
export const partIdSchema = z
  .string()
  .min(1)
  .max(1_000)
  .describe('Names this part; references within the document point at it');

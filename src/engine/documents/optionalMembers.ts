import { z } from 'zod';
import { field, type Stated } from '../fields/field.js';

/** A text that may be left out; `means` is its description in OpenAPI, as everywhere below. */
export function optionalText(means: string, stated: Stated = {}) {
  return z.string().meta(field(means, stated)).optional();
}

/** A number that may be left out. */
export function optionalNumber(means: string, stated: Stated) {
  return z.number().meta(field(means, stated)).optional();
}

/** Yes or no, or left out. */
export function optionalFlag(means: string, stated: Stated = {}) {
  return z.boolean().meta(field(means, stated)).optional();
}

/** Whether something is switched on; may be left out. */
export const isEnabledSchema = optionalFlag('Whether it is switched on', { title: 'On' });

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

import { z } from 'zod';
import type { BlockContext } from './block.js';
import { numberOrTemplateSchema } from './blockFields.js';
import { optional } from '../../fields/field.js';

/** How tall a bubble is that shows something of another site. */
export const heightField = {
  height: optional(numberOrTemplateSchema, 'How high it is, in pixels.', {
    default: 400,
    unit: 'px',
  }),
};

/** The same as clients receive it. */
export const shownHeight = {
  height: optional(z.number(), 'In pixels; clients take 400 when absent.'),
};

/**
 * A height in pixels as a number, whether it was stored as one or as a text with variables; undefined when it is none.
 */
export function heightOf(
  height: number | string | undefined,
  context: BlockContext,
): { readonly height?: number } {
  const pixels =
    typeof height === 'string' ? parseFloat(context.text(height).replace(',', '.')) : height;
  return pixels === undefined || Number.isNaN(pixels) ? {} : { height: pixels };
}

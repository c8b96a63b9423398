import type { BlockContext } from './block.js';

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

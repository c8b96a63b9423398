import type { BlockContext } from '../blocks/kind/block.js';
import { parseNumber } from './parseNumber.js';

/**
 * The value of a `numberOrTemplateSchema` as a number, with variables filled in; undefined when the result is no
 * number.
 */
export function numberOf(
  stored: number | string | undefined,
  context: BlockContext,
): number | undefined {
  return typeof stored === 'string' ? parseNumber(context.text(stored)) : stored;
}

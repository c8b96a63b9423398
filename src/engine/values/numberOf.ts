import type { BlockContext } from '../blocks/kind/block.js';
import { parseNumber } from './parseNumber.js';

/** What `numberOrTemplateSchema` holds, as a number now; undefined when it is none once its variables are filled in. */
export function numberOf(
  stored: number | string | undefined,
  context: BlockContext,
): number | undefined {
  return typeof stored === 'string' ? parseNumber(context.text(stored)) : stored;
}

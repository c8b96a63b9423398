import type { Here } from '../blocks/kind/block.js';
import { parseNumber } from './parseNumber.js';

/** What `numberOrTemplateSchema` holds, as a number now; undefined when it is none once its variables are filled in. */
export function numberOf(stored: number | string | undefined, here: Here): number | undefined {
  return typeof stored === 'string' ? parseNumber(here.text(stored)) : stored;
}

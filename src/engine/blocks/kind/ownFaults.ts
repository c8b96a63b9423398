import { parseNumber } from '../../values/parseNumber.js';
import type { BlockFault } from './blockFault.js';

/** The fault of a bubble that has no address of what it shows. */
export function* missingUrl(
  content: { readonly url?: unknown } | undefined,
): Generator<BlockFault> {
  const { url } = content ?? {};
  if (url === undefined || url === '') yield { code: 'BUBBLE_EMPTY', path: 'content.url' };
}

/** The fault of limits of which the lower one is above the higher, where neither is only known in a chat. */
export function* emptyRange(
  lowest: number | string | undefined,
  highest: number | string | undefined,
): Generator<BlockFault> {
  const [least, most] = [lowest, highest].map((limit) =>
    typeof limit === 'string' ? parseNumber(limit) : limit,
  );
  if (least !== undefined && most !== undefined && least > most)
    yield { code: 'RANGE_EMPTY', about: `${least} to ${most}`, path: 'options' };
}

import type { BlockContext } from '../blocks/kind/block.js';

/** The number a text holds and nothing else, with a dot or one comma before the fraction; undefined otherwise. */
export function parseNumber(text: string): number | undefined {
  const written = text.trim().replace(',', '.');
  const number = NUMBER.test(written) ? Number(written) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

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

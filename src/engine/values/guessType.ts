import type { Value } from './value.js';

/**
 * The value of a variable inside user code. Texts that only look like a number stay texts: with a leading zero or plus,
 * with spaces around, or too large to be exact.
 */
export function guessType(value: Value): unknown {
  if (typeof value !== 'string') return value;
  const word = WORDS.get(value);
  return word ? word.means : guessNumber(value);
}

const WORDS = new Map<string, { means: boolean | null | undefined }>([
  ['true', { means: true }],
  ['false', { means: false }],
  ['null', { means: null }],
  ['undefined', { means: undefined }],
]);

function guessNumber(text: string): string | number {
  const number = Number(text);
  const isExact =
    Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact && text.trim() === text && text !== '' && !KEPT_AS_WRITTEN.test(text)
    ? number
    : text;
}

const KEPT_AS_WRITTEN = /^\+|^-?0[^.]/;

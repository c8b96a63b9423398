import type { Value } from '../values/value.js';

/**
 * A text in a normal form, by default NFC, in which texts that look the same are equal (Unicode Standard Annex #15).
 * Long runs of combining marks are divided first, as its "Stream-Safe Text Process" says: the marks of a run are sorted,
 * which takes time that grows with the square of their number.
 */
export function normalText(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return (MARKED.test(text) ? text.replace(LONG_RUN, `$&${GRAPHEME_JOINER}`) : text).normalize(
    form,
  );
}

/** Characters from the first combining mark on. */
const MARKED = /[^\0-\u02ff]/;
/** 30 marks that are followed by another. */
const LONG_RUN = /\p{M}{30}(?=\p{M})/gu;
/** The COMBINING GRAPHEME JOINER, which is not sorted. */
const GRAPHEME_JOINER = '\u034f';

/** The steps of a turn's budget that it takes to normalize a value; measured, as those of other work are. */
export function stepsToNormalize(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'string')
    return value.reduce<number>((steps, text) => steps + stepsToNormalize(text), 0);
  if (!MARKED.test(value)) return 0;
  return CROWDED.test(value) ? value.length * 8 : value.length >> 1;
}

/** More marks in a row than people write. */
const CROWDED = /\p{M}{5}/u;

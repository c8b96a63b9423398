/**
 * The maximum number of characters of values that one block may fill into its texts. Without it a flow that writes a
 * variable into itself twice, again and again, would exhaust memory within one turn.
 */
export const MAX_FILLED_LENGTH = 250_000;

/** The part of `MAX_FILLED_LENGTH` that is left, for texts that are filled one after the other. */
export interface FillLimit {
  /** Cuts a filled text to the length that is left. */
  fit(filled: string): string;
  /** Whether a text was cut: nothing fits any more, so the rest need not be written out. */
  isCut(): boolean;
  /** The total number of characters passed to `fit`. */
  length(): number;
}

/** A limit of which nothing is used yet. */
export function newFillLimit(): FillLimit {
  let length = 0;
  return {
    fit: (filled) => {
      const fitting = filled.slice(0, Math.max(0, MAX_FILLED_LENGTH - length));
      length += filled.length;
      return fitting;
    },
    isCut: () => length > MAX_FILLED_LENGTH,
    length: () => length,
  };
}

/**
 * How many characters of values one block may fill in. A flow that writes a variable twice into itself, over and over,
 * would otherwise fill the memory within one turn.
 */
export const MAX_FILLED_LENGTH = 250_000;

/** What is left of `MAX_FILLED_LENGTH`, for texts that are filled one after the other. */
export interface FillLimit {
  /** Cuts what is filled in to the room there is left for it. */
  fit(filled: string): string;
  /** Whether something was cut: nothing fits any more, so nothing need be written out. */
  isCut(): boolean;
  /** How many characters were given to `fit` in all. */
  length(): number;
}

/** Makes an empty room. */
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

import { type Page, pageFrom, type Slice } from '../../storage/page.js';

/** A page of a list that is computed whole, whose entries are numbered from 1. */
export function pageIn<T extends { readonly nth: number }>(
  all: readonly T[],
  slice: Slice<number>,
): Page<T> {
  const { after = 0, before = Infinity, isBackward } = slice;
  const within = all.filter(({ nth }) => nth > after && nth < before);
  return pageFrom(isBackward ? within.reverse() : within, slice);
}

/**
 * The fewest numbers to remove from a list of distinct numbers so that the rest ascends. When each number is the former
 * position of a thing, these are the things that moved. Takes n log n steps.
 */
export function outOfOrder(places: readonly number[]): Set<number> {
  const kept = new Set(longestAscent(places));
  return new Set(places.filter((place) => !kept.has(place)));
}

/** The longest ascending subsequence of a list, by patience sorting. */
function longestAscent(places: readonly number[]): number[] {
  /** The smallest number with which a subsequence of each length ends, by length. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const place of places) {
    const length = firstNotBelow(ends, place);
    previous.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const ascent: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) {
    ascent.push(place);
  }
  return ascent;
}

function firstNotBelow(ascending: readonly number[], sought: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle];
    if (found !== undefined && found < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}

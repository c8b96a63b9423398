/**
 * The fewest numbers to take out of a list of different ones so that the rest ascends: what was moved, when each number
 * is the place a thing had before. In n log n steps.
 */
export function outOfOrder(places: readonly number[]): Set<number> {
  const kept = new Set(longestAscent(places));
  return new Set(places.filter((place) => !kept.has(place)));
}

/** The longest ascending part of a list, by patience sorting. */
function longestAscent(places: readonly number[]): number[] {
  /** By length: the smallest number an ascent of that length ends with. */
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

/** A question that names the probable spelling of an unknown member, to append to a message; empty if no member has a similar name. */
export function didYouMean(name: string, members: readonly string[]): string {
  const nearest = nearestName(name, members);
  return nearest === undefined ? '' : `: did you mean ${nearest}?`;
}

/** The known name with the smallest distance; undefined unless at most a third of it differs. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known
    .filter((candidate) => Math.abs(candidate.length - name.length) <= MAX_DISTANCE)
    .map((candidate) => ({
      candidate,
      distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, distance }) => distance <= Math.min(MAX_DISTANCE, candidate.length / 3));
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** The greatest distance, in characters. Names whose lengths differ by more are not compared. */
const MAX_DISTANCE = 4;

/** The number of characters to add, remove or change to turn one text into the other (Levenshtein distance). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...to].entries()) {
      const [left = 0, above = 0, corner = 0] = [next[at], row[at + 1], row[at]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

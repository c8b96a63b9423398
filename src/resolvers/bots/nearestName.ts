/** The name that was probably meant by one that is not there, if any is near: at most a third of it is other. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known
    .filter((one) => Math.abs(one.length - name.length) <= MOST_OTHER)
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.min(MOST_OTHER, one.length / 3));
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.one;
}

/** In characters; so long names are compared with names of about their length only. */
const MOST_OTHER = 4;

/** How many characters must be put in, left out or changed to make one text of the other (Levenshtein). */
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

import { botPatchFields } from '../../engine/index.js';

const MEMBERS = Object.keys(botPatchFields.shape);

/**
 * A question to put after the name of a member that does not exist, of a bot unless others are given: the member that was probably
 * meant; empty where there is none.
 */
export function didYouMean(name: string, members: readonly string[] = MEMBERS): string {
  const nearest = nearestName(name, members);
  return nearest === undefined ? '' : `: did you mean ${nearest}?`;
}

/** The existing name nearest to one that does not exist; undefined unless at most a third of it differs. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known
    .filter((one) => Math.abs(one.length - name.length) <= MOST_OTHER)
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, distance }) => distance <= Math.min(MOST_OTHER, one.length / 3));
  return distances.toSorted((a, b) => a.distance - b.distance)[0]?.one;
}

/** In characters; longer names are compared only with names of about their length. */
const MOST_OTHER = 4;

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

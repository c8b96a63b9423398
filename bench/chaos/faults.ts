/** Sentences for the faults that occurred, each with a count; none for those that did not. */
export function sentencesOf(faults: readonly (readonly [number, string])[]): string[] {
  return faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
}

/** Sentences for faults that occurred, each with how often; none for those that did not. */
export function sentencesOf(faults: readonly (readonly [number, string])[]): string[] {
  return faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
}

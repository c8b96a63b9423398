/** Where a text was found: the first place, in characters, and how often. */
export interface Found {
  readonly start: number;
  readonly count: number;
}

/**
 * A search for a text, in upper or lower case, by the algorithm of Knuth, Morris and Pratt (Fast pattern matching in strings, 1977): in
 * time proportional to the length of the searched text, whatever both are. Matches do not overlap. An empty text is nowhere.
 */
export function textFinder(sought: string): (text: string) => Found | undefined {
  const pattern = folded(sought);
  const extended = extender(pattern);
  return (text) => {
    if (pattern === '' || text.length < pattern.length) return undefined;
    const searched = folded(text);
    let [start, count, matched] = [-1, 0, 0];
    for (let at = 0; at < searched.length; at += 1) {
      matched = extended(matched, searched.charCodeAt(at));
      if (matched < pattern.length) continue;
      if (count === 0) start = at + 1 - matched;
      count += 1;
      matched = 0;
    }
    return count === 0 ? undefined : { start, count };
  };
}

/** Returns how much of a pattern matches after one more character, given how much matched before it. */
function extender(pattern: string): (matched: number, code: number) => number {
  /** For each beginning of the pattern, the length of the longest text that it both begins and ends with. */
  const borders = [0];
  const extended = (before: number, code: number): number => {
    let matched = before;
    while (matched > 0 && pattern.charCodeAt(matched) !== code)
      matched = Number(borders[matched - 1]);
    return pattern.charCodeAt(matched) === code ? matched + 1 : 0;
  };
  for (let at = 1; at < pattern.length; at += 1)
    borders.push(extended(Number(borders[at - 1]), pattern.charCodeAt(at)));
  return extended;
}

/** A text in lower case, as long as before: of all letters only İ would become two. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** A template that is being typed: what follows the last `{` before the caret. */
export interface OpenTemplate {
  /** Where it begins. */
  readonly start: number;
  /** What was typed of the name. */
  readonly search: string;
}

/** The template that is being typed at the caret; undefined where none is. */
export function openTemplate(text: string, caret: number): OpenTemplate | undefined {
  const found = /\{\{?([^{}\n]{0,60})$/.exec(text.slice(0, caret));
  return found ? { start: found.index, search: found[1]?.trimStart() ?? '' } : undefined;
}

/** The text with a variable in the place of the template that was begun, and where the caret is then. */
export function completed(
  text: string,
  caret: number,
  name: string,
): { readonly text: string; readonly caret: number } {
  const start = openTemplate(text, caret)?.start ?? caret;
  const template = `{{${name}}}`;
  // Somebody who completes a name inside of braces that are closed already wants no more of them.
  const rest = text.slice(caret).replace(/^\}\}?/, '');
  return { text: text.slice(0, start) + template + rest, caret: start + template.length };
}

/** Those whose label has all words of a search, the ones that begin with it first. */
export function found<One extends { readonly label: string }>(
  all: readonly One[],
  search: string,
): One[] {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const rank = ({ label }: One): number => (label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return all
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Where in code a mistake is, both numbers from 1. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
}

/** The place that the server says in the words of an issue; undefined where it says none. */
export function placeIn(words: string): CodePlace | undefined {
  const [, line, column] = /\(line (\d+), column (\d+)\)/.exec(words) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : undefined;
}

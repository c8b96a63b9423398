/** A row of a Markdown table. */
export function lineOf(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`;
}

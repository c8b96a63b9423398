/**
 * The beginning of a text, with at most `most` UTF-16 units; they are never fewer than the characters that a messenger counts. No
 * character is cut in two.
 */
export function beginningOf(text: string, most: number): string {
  const cut = text.slice(0, most);
  return text.length > most && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

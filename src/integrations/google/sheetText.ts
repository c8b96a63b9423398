/**
 * A text as somebody would type it into a cell: the sheet reads numbers and dates in it, and shows them as such. What would be a
 * formula is text, because a visitor may have written it; so is a number with a plus, which would lose it (phone numbers).
 */
export function asTyped(text: string): string {
  return /^\s*(['=+@]|-(?![\d\s.,]*%?$))/.test(text) ? `'${text}` : text;
}

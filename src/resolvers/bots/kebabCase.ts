/** In characters. */
const LONGEST = 200;

/** A name as part of an address: lower-case words of plain letters and digits, separated by dashes; may be empty. */
export function kebabCase(name: string): string {
  // Not all of a long name: sorting its combining marks takes time that grows with the square of their number.
  const beginning = name.slice(0, 2 * LONGEST).normalize('NFKD');
  const words =
    beginning
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, LONGEST).replace(/-$/, '');
}

/** In characters. */
const MAX_LENGTH = 200;

/** Converts a name for use in an address: lower-case ASCII words joined by dashes. The result may be empty. */
export function kebabCase(name: string): string {
  // Long names are cut first: sorting combining marks takes time quadratic in their number.
  const beginning = name.slice(0, 2 * MAX_LENGTH).normalize('NFKD');
  const words =
    beginning
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
}

/** A name as part of an address: lower-case words of plain letters and digits, separated by dashes; may be empty. */
export function kebabCase(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 200).replace(/-$/, '');
}

/**
 * The name under which a font that a bot brings along is known to the page: the page around the chat may use another font by the name
 * that its author gave it.
 */
export function ownNameOf(family: string): string {
  return `${family.replaceAll(/["']/g, '').trim().toLowerCase()} (bot)`;
}

/** A list of font families in which the bot's own font of each name comes first. */
export function withOwnFonts(families: string): string {
  // Functions give families that are not known here.
  if (families.includes('(')) return families;
  const names = families.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? [];
  return names.flatMap((name) => [JSON.stringify(ownNameOf(name)), name]).join(', ');
}

/**
 * The style sheet of a bot's author. Flows that were exported from another product name its classes and custom properties by a
 * prefix of its own; here the prefix is `bot-`.
 */
export function customCssOf(css: string | undefined): string {
  return (css ?? '').replaceAll(/(\.|--)typebot-/g, '$1bot-');
}

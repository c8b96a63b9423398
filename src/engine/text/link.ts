/** Whether following the address would run a script or open made-up content in the page's name. */
export function runsScript(url: string): boolean {
  return ['javascript', 'data', 'vbscript'].includes(schemeOf(url) ?? '');
}

/**
 * An address with its values filled in; none when a value made it one that runs a script. An author may write such an
 * address, and then our HTML leaves it out.
 */
export function filledLink(
  template: string,
  fill: (template: string) => string,
): string | undefined {
  const url = fill(template);
  return runsScript(url) && !runsScript(template) ? undefined : url;
}

/** Whether an address may stand in our own HTML: the web, mail, phone, text message, or relative to the page. */
export function isPlainLink(url: string): boolean {
  return ['http', 'https', 'mailto', 'tel', 'sms', undefined].includes(schemeOf(url));
}

/** Read as browsers do: blanks and control characters do not count. */
function schemeOf(url: string): string | undefined {
  return /^([^/?#:]*):/.exec(url.replace(BLANKS, ''))?.[1]?.toLowerCase();
}

const BLANKS = /[\p{Cc}\s]/gu;

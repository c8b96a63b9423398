/** Whether following the address would run a script or open made-up content in the page's name. */
export function runsScript(url: string): boolean {
  return ['javascript', 'data', 'vbscript'].includes(schemeOf(url) ?? '');
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

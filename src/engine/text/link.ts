import isUrl from 'validator/lib/isURL.js';

/** Whether following the address would run a script or open made-up content as part of the page. */
export function runsScript(url: string): boolean {
  return ['javascript', 'data', 'vbscript'].includes(schemeOf(url) ?? '');
}

/**
 * An address with its values filled in; undefined when a value turned it into one that runs a script. Authors may write
 * such an address themselves, and then the generated HTML leaves it out.
 */
export function filledLink(
  template: string,
  fill: (template: string) => string,
): string | undefined {
  const url = fill(template);
  return runsScript(url) && !runsScript(template) ? undefined : url;
}

/** Whether an address may stand in generated HTML: web, mail, phone, text message, or relative to the page. */
export function isPlainLink(url: string): boolean {
  return ['http', 'https', 'mailto', 'tel', 'sms', undefined].includes(schemeOf(url));
}

/** The scheme as browsers read it: blanks and control characters do not count. */
function schemeOf(url: string): string | undefined {
  return /^([^/?#:]*):/.exec(url.replace(BLANKS, ''))?.[1]?.toLowerCase();
}

const BLANKS = /[\p{Cc}\s]/gu;

/**
 * Whether a text is the address of a page as people type it: http or https, which may be left out, and a host with a
 * top-level domain. `name@host` is an e-mail address unless it has a protocol.
 */
export function isPageUrl(text: string): boolean {
  return isUrl.default(text, { protocols: WEB, disallow_auth: !/^https?:\/\//i.test(text) });
}

/**
 * Whether a text is a full http(s) address, on any host: files of this server may have one without a top-level domain.
 */
export function isFullUrl(text: string): boolean {
  return isUrl.default(text, { protocols: WEB, require_protocol: true, require_tld: false });
}

const WEB = ['http', 'https'];

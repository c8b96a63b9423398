import { z } from 'zod';

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
  const { protocol, user, host } = partsOf(text);
  return (TOP_LEVEL.test(host) || isIp(host)) && (user === '' || protocol !== '');
}

/**
 * Whether a text is a full http(s) address, on any host: files of this server may have one without a top-level domain.
 */
export function isFullUrl(text: string): boolean {
  const { protocol, host } = partsOf(text);
  return protocol !== '' && host !== '';
}

/** The parts of a valid address; all are empty if it is not valid. `URL` accepts more, for example `https://a_b` and `https://1`. */
function partsOf(text: string): { protocol: string; user: string; host: string } {
  const parts = text.length <= MAX_LENGTH ? PARTS.exec(text) : undefined;
  const [, protocol = '', user = '', host = '', port = '1'] = parts ?? [];
  const isValid = (NAME.test(host) || isIp(host)) && isPort(port, protocol);
  return isValid ? { protocol, user, host } : { protocol: '', user: '', host: '' };
}

/** Behind a colon without a protocol a port has to follow: `scheme.name://` is an address of another kind. */
function isPort(port: string, protocol: string): boolean {
  return port === '' ? protocol !== '' : Number(port) >= 1 && Number(port) <= 65_535;
}

function isIp(host: string): boolean {
  const [, ipv6 = ''] = /^\[(.*)\]$/.exec(host) ?? [];
  return z.regexes.ipv4.test(host) || z.regexes.ipv6.test(ipv6);
}

/** The longest address that all browsers open. */
const MAX_LENGTH = 2_084;
const PARTS =
  /^(https?:(?:\/\/)?)?([^\s<>/?#@:]+(?::[^\s<>/?#@:]*)?@)?(\[[\da-f:.]+\]|[^\s<>/?#@:]+)(?::(\d*))?(?:[/?#][^\s<>]*)?$/i;
/** Labels of letters, digits and inner hyphens, the last one not a number; beyond ASCII all but the wide forms of ASCII. */
const NAME = /^(?:(?!-|\d+$)[a-z\d\u00a1-\uff00\uff5f-\u{10ffff}-]{1,63}(?<!-)(?:\.(?!$)|$))+$/iu;
const TOP_LEVEL = /\.(?:[\p{L}\p{M}]{2,}|xn[a-z\d-]{2,})$/iu;

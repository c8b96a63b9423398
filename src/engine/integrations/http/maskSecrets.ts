/**
 * A text with likely secrets masked: values of names such as `token` or `password`, authorization headers, keys of
 * known vendors, and credentials in addresses. Every pattern takes time proportional to the text.
 */
export function maskSecrets(text: string): string {
  return PATTERNS.reduce((masked, pattern) => masked.replace(pattern, '$1***'), text).replace(
    ADDRESS,
    (address) => address.replace(KEY_IN_PATH, '/***'),
  );
}

/** Whether a text has likely secrets. Long parts of addresses do not count: they are rarely keys. */
export function hasSecrets(text: string): boolean {
  return PATTERNS.some((pattern) => text.search(pattern) !== -1);
}

const NAMED = String.raw`(?:token|secret|passw|pwd|api[-_]?key|access[-_]?key|private[-_]?key|functions[-_]?key|subscription[-_]?key|signature|credential)[\w-]{0,40}`;

/** The first group of each pattern stays, the rest is masked. */
const PATTERNS = [
  /\b((?:bearer|basic|digest|token)\s+)[\w.~+/=-]{6,}/gi,
  /((?:authorization|cookie)\\*["']?\s*[:=]\s*\\*["']?)[^"'\\\s][^"'\\\r\n]*/gi,
  new RegExp(String.raw`(${NAMED}\\*["']?\s*[:=]\s*\\*["'])[^"'\\]+`, 'gi'),
  new RegExp(String.raw`(${NAMED}\\*["']?\s*[:=]\s*)[^\s"'\\&,;<>{}[\]]+`, 'gi'),
  /(?<![\w-])((?:auth|pass|sig)\\*["']\s*:\s*\\*["'])[^"'\\]+/gi,
  /([?&](?:key|sig|appid|auth|pass)=)[^&\s"'<>#\\]{6,}/gi,
  /\b((?:sk|pk|rk|whsec|ghp|gho|xox[abp]|AKIA|eyJ)[-_]?)[\w-]{12,}(?:\.[\w-]+)*/g,
  /(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"']{1,500}(?=@)/gi,
];

const ADDRESS = /https?:\/\/[^\s"'<>\\]+/gi;

/** Long parts of a path with letters and digits may be keys as well as ids, so they are masked. */
const KEY_IN_PATH = /\/(?=[^/?#]{0,500}\d)(?=[^/?#]{0,500}[a-z])[^/?#]{20,}/gi;

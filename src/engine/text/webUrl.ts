import isUrl from 'validator/lib/isURL.js';

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

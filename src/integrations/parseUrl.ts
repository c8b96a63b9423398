import { parsedUrl } from '../checks/parsedUrl.js';

/**
 * Parses a URL; undefined if it is none, or if its host is longer than any in DNS: converting such a host to ASCII takes quadratic time.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  const [, host = ''] = HOST.exec(text.replace(IGNORED, '')) ?? [];
  return host.length > MAX_HOST ? undefined : parsedUrl(text, base);
}

/** Characters that the URL parser ignores (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const IGNORED = /^[\0-\x20]+|[\t\n\r]/g;
/** Matches what is between scheme and path: the host, with user and port. */
const HOST = /^(?:[a-z][a-z\d+.-]*:)?[/\\]*([^/\\?#]*)/i;
/** In characters; host names have at most 253 (RFC 1035, section 2.3.4). */
const MAX_HOST = 2_000;

import { parsedUrl } from '../checks/parsedUrl.js';

/**
 * An address that somebody wrote; undefined for what is none, also for a host that no DNS knows: writing one in ASCII takes time
 * that grows with the square of its length.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  const [, host = ''] = HOST.exec(text.replace(IGNORED, '')) ?? [];
  return host.length > MAX_HOST ? undefined : parsedUrl(text, base);
}

/** What URLs are read without (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const IGNORED = /^[\0-\x20]+|[\t\n\r]/g;
/** What stands between the protocol and the path: the host, with a user and a port. */
const HOST = /^(?:[a-z][a-z\d+.-]*:)?[/\\]*([^/\\?#]*)/i;
/** In characters; names have at most 253 (RFC 1035, section 2.3.4). */
const MAX_HOST = 2_000;

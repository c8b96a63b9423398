import type { IncomingMessage } from 'node:http';
import { parsedUrl } from '../checks/parsedUrl.js';

/**
 * In characters: a host has at most 253 (RFC 1035, section 2.3.4), and reading a long one takes time that grows with the square of
 * its length.
 */
const LONGEST = 300;

/** An origin that a client or an author sent, as an address; undefined for what is not an address, or longer than an origin is. */
export function readOrigin(text: string): URL | undefined {
  return text.length <= LONGEST ? parsedUrl(text) : undefined;
}

/** Whether a request came over https, as this server sees it or a proxy in front of it says. */
export function cameOverHttps({ socket, headers }: IncomingMessage): boolean {
  const [said] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return 'encrypted' in socket || said?.trim() === 'https';
}

/** The origin that a request was sent to, by its `Host`; undefined where that is none. */
export function askedOriginOf(request: IncomingMessage): string | undefined {
  const { host = '' } = request.headers;
  // A host and a port, and nothing that an address could have around them.
  if (!/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined;
  return readOrigin(`${cameOverHttps(request) ? 'https' : 'http'}://${host}`)?.origin;
}

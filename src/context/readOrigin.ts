import type { IncomingMessage } from 'node:http';
import { parsedUrl } from '../checks/parsedUrl.js';

/** In characters: a host has at most 253 (RFC 1035, section 2.3.4), and parsing a long one takes quadratic time. */
const MAX_LENGTH = 300;

/** Parses an origin that a client or an author sent; undefined if it is no URL or too long. */
export function readOrigin(text: string): URL | undefined {
  return text.length <= MAX_LENGTH ? parsedUrl(text) : undefined;
}

/** Whether a request came over https, to this server or to a proxy in front of it. */
export function cameOverHttps({ socket, headers }: IncomingMessage): boolean {
  const [forwarded] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return 'encrypted' in socket || forwarded?.trim() === 'https';
}

/** The origin to which a request was sent, by its `Host`; undefined if that is invalid. */
export function askedOriginOf(request: IncomingMessage): string | undefined {
  const { host = '' } = request.headers;
  // Allows only a host and a port, and no other parts of a URL.
  if (!/^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host)) return undefined;
  return readOrigin(`${cameOverHttps(request) ? 'https' : 'http'}://${host}`)?.origin;
}

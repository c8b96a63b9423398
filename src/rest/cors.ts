import type { IncomingMessage, ServerResponse } from 'node:http';
import { RATE_HEADERS } from '../rateLimits/limits.js';
import { TURN_HEADER } from './route.js';

/** What pages of other origins may read. */
const EXPOSED = ['X-Request-Id', TURN_HEADER, ...RATE_HEADERS].join(', ');

/** For how long a browser may keep the answer to a preflight, in seconds. */
const PREFLIGHT_KEPT = '86400';

/**
 * Lets pages of any origin call: there are no cookies to misuse, and a bot that allows only some pages refuses the
 * others itself. Says whether this was a preflight, which is answered with that.
 */
export function allowOrigins(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (method !== 'OPTIONS' || !headers['access-control-request-method']) return false;
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    headers['access-control-request-headers'] ?? '',
  );
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_KEPT);
  response.writeHead(204).end();
  return true;
}

import type { RequestHandler } from 'express';
import { RATE_HEADERS } from '../rateLimits/limits.js';
import { SEARCHED_HEADER, TURN_HEADER } from './route.js';

/** Headers that scripts of other origins may read. */
const EXPOSED = ['X-Request-Id', TURN_HEADER, SEARCHED_HEADER, ...RATE_HEADERS].join(', ');

/** How long a browser may cache the answer to a preflight, in seconds. */
const PREFLIGHT_KEPT = '86400';

/**
 * Allows calls from pages of any origin and answers preflights. There are no cookies to misuse, and a bot that allows only
 * some origins refuses the others itself.
 */
export const allowOrigins: RequestHandler = ({ method, headers }, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (method !== 'OPTIONS' || !headers['access-control-request-method']) return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    headers['access-control-request-headers'] ?? '',
  );
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_KEPT);
  response.writeHead(204).end();
};

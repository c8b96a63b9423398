import type { RequestHandler } from 'express';
import { RATE_HEADERS } from '../rateLimits/limits.js';
import { SEARCHED_HEADER, TURN_HEADER } from './route.js';

/** Response headers that scripts of other origins may read. */
const EXPOSED = ['X-Request-Id', TURN_HEADER, SEARCHED_HEADER, ...RATE_HEADERS].join(', ');

/** Seconds for which a browser may cache the response to a preflight. */
const PREFLIGHT_KEPT = '86400';

/**
 * Allows requests from pages of any origin and answers preflights. These endpoints use no cookies that could be misused, and a bot that
 * allows only some origins refuses others itself.
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

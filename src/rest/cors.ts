import type { RequestHandler } from 'express';
import { TURN_HEADER } from './route.js';

/** For how long a browser may keep the answer to a preflight, in seconds. */
const PREFLIGHT_KEPT = '86400';

/**
 * Lets pages of any origin call: there are no cookies to misuse, and a bot that allows only some pages refuses the
 * others itself (engine §1.10). Answers preflights.
 */
export const allowOrigins: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', `X-Request-Id, ${TURN_HEADER}`);
  if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) {
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
  response.setHeader(
    'Access-Control-Allow-Headers',
    request.get('access-control-request-headers') ?? '',
  );
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_KEPT);
  response.sendStatus(204);
};

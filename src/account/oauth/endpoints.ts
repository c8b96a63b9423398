import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
} from 'express';
import { isOriginOfClient, type OauthClients } from '../../config/oauthClients.js';
import { type Services, isOwnPage } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { httpStatusOf } from '../../errors/failureCodes.js';
import type { Log } from '../../log/log.js';
import { countPages } from '../../rateLimits/pages.js';
import { ownPagesOnly } from '../signIn/ownPages.js';
import { showFailure } from '../signIn/showFailure.js';
import { decideAuthorize, showAuthorize } from './authorizeEndpoint.js';
import { OauthError } from './oauthError.js';
import { issueTokens, revokeTokens } from './tokenEndpoint.js';

/** The dependencies of signing in from another origin. */
export interface OauthEndpoints {
  readonly services: Services;
  readonly clients: OauthClients;
  readonly log: Log;
}

/** Bytes of a form, at most: it has a code or token and a few short values. */
const LARGEST_FORM = 8_192;

/**
 * Signing in from another origin: OAuth 2.0 with authorization codes and PKCE for public clients (RFC 6749, RFC 7636, RFC 9700). To be
 * mounted at /oauth before the CORS headers of the API, because no other page may read the consent page.
 */
export function openOauth(oauth: OauthEndpoints): Router {
  const { services } = oauth;
  const router = Router();
  const form = express.text({ type: FORM_TYPE, limit: LARGEST_FORM });
  router.get('/authorize', countPages(services, 'address'), (request, response) =>
    showAuthorize(oauth, { request, response }),
  );
  router.use('/authorize', ownPagesOnly(services), countPages(services, 'signIn'), form);
  router.post('/authorize', (request, response) => decideAuthorize(oauth, { request, response }));
  router.use(['/token', '/revoke'], allowClients(oauth), countPages(services, 'oauth'), form);
  router.post('/token', (request, response) => issueTokens(oauth, formOf(request), response));
  router.post('/revoke', (request, response) => revokeTokens(oauth, formOf(request), response));
  router.use(['/token', '/revoke'], showError);
  router.use('/authorize', showFailure);
  return router;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The form parameters. Other types of bodies are refused (RFC 6749, section 3.2). */
function formOf({ body }: Request): URLSearchParams {
  if (typeof body === 'string') return new URLSearchParams(body);
  throw new OauthError('invalid_request', `send the parameters as ${FORM_TYPE}`);
}

/**
 * Allows requests from pages of the clients and answers preflights; other pages are refused. Programs send no origin. Nothing here reads
 * cookies, so none are allowed.
 */
function allowClients({ clients, services }: OauthEndpoints): RequestHandler {
  return ({ method, headers }, response, next) => {
    response.set('Pragma', 'no-cache').vary('Origin');
    const { origin } = headers;
    const isClient = origin !== undefined && isOriginOfClient(clients, origin);
    if (!isClient && !isOwnPage(headers, services.publicUrl)) {
      throw new OauthError('invalid_request', 'no client returns to the origin of this page', 403);
    }
    if (isClient) response.set('Access-Control-Allow-Origin', origin);
    if (method !== 'OPTIONS') return next();
    response.set({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '',
      'Access-Control-Max-Age': '600',
    });
    response.status(204).end();
  };
}

/** Sends errors in the form of RFC 6749, section 5.2. */
const showError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const refused = oauthErrorOf(error);
  if (!refused) return next(error);
  if (error instanceof Failure && error.retryAfter !== undefined) {
    response.set('Retry-After', String(error.retryAfter));
  }
  const { code, message, status } = refused;
  response.status(status).json({ error: code, error_description: message });
};

function oauthErrorOf(error: unknown): OauthError | undefined {
  if (error instanceof OauthError) return error;
  if (error instanceof Failure) {
    return new OauthError('temporarily_unavailable', error.message, httpStatusOf[error.code]);
  }
  // Errors of the body reader.
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status >= 500) return undefined;
  return new OauthError('invalid_request', 'the body cannot be read or is too large', status);
}

import { isRedirectUriOf, type OauthClients } from '../../config/oauthClients.js';
import type { TokenScope } from '../../schema/enums.js';
import { OauthError } from './oauthError.js';
import { parameterIn, requiredIn, scopesIn } from './parameters.js';

/** The client and the redirect URI of an authorization request. */
export interface ReturnTarget {
  readonly clientId: string;
  readonly redirectUri: string;
}

/** The authorization that a client requests. */
export interface AuthorizationRequest {
  readonly codeChallenge: string;
  /** Null stands for everything the person may do. */
  readonly scopes: TokenScope[] | null;
}

/** Characters of the query, at most: the request is stored in a cookie while the person signs in, and browsers keep no more than 4,096. */
const LONGEST_QUERY = 2_900;

/**
 * Reads the client and the redirect URI. Fails with an OauthError unless OAUTH_CLIENTS lists them. That failure is shown on a page of this
 * server, because an unlisted URI must not be redirected to (RFC 6749, section 4.1.2.1).
 */
export function readTarget(query: URLSearchParams, clients: OauthClients): ReturnTarget {
  const clientId = requiredIn(query, 'client_id');
  const redirectUri = requiredIn(query, 'redirect_uri');
  if (!clients.has(clientId)) {
    throw new OauthError('invalid_client', 'this server does not know its client_id');
  }
  if (isRedirectUriOf(clients, clientId, redirectUri)) return { clientId, redirectUri };
  throw new OauthError(
    'invalid_request',
    `this server does not know ${named(redirectUri)} as an address of this program to return to (redirect_uri)`,
  );
}

/** A URI for the page that says what is wrong with it, as text and not as a link. */
function named(address: string): string {
  const SHOWN = 200;
  return address.length > SHOWN ? `"${address.slice(0, SHOWN)}…"` : `"${address}"`;
}

/** Reads the rest of the request. Fails with an OauthError, with which the browser is redirected to the client. */
export function readRequest(text: string): AuthorizationRequest {
  if (text.length > LONGEST_QUERY) {
    throw new OauthError('invalid_request', `the query is longer than ${LONGEST_QUERY} characters`);
  }
  const query = new URLSearchParams(text);
  parameterIn(query, 'state');
  if (requiredIn(query, 'response_type') !== 'code') {
    throw new OauthError('unsupported_response_type', 'response_type must be code');
  }
  if ((parameterIn(query, 'response_mode') ?? 'query') !== 'query') {
    throw new OauthError('invalid_request', 'response_mode must be query');
  }
  return { codeChallenge: readChallenge(query), scopes: scopesIn(query) };
}

/** Reads the S256 challenge (RFC 7636). The method is required, because its default would be `plain`. */
function readChallenge(query: URLSearchParams): string {
  const challenge = requiredIn(query, 'code_challenge');
  if (parameterIn(query, 'code_challenge_method') !== 'S256') {
    throw new OauthError('invalid_request', 'code_challenge_method must be S256');
  }
  if (/^[\w-]{43}$/.test(challenge)) return challenge;
  throw new OauthError('invalid_request', 'code_challenge must be a SHA-256 in base64url');
}

import { isRedirectUriOf, type OauthClients } from '../../config/oauthClients.js';
import type { TokenScope } from '../../schema/enums.js';
import { OauthError } from './oauthError.js';
import { parameterIn, requiredIn, scopesIn } from './parameters.js';

/** Where the answer to an authorization request is sent. */
export interface ReturnTarget {
  readonly clientId: string;
  readonly redirectUri: string;
}

/** What a client requests for a person. */
export interface AuthorizationRequest {
  readonly codeChallenge: string;
  /** null: everything the person may do. */
  readonly scopes: TokenScope[] | null;
}

/**
 * The longest query of a request, in characters: the request is kept in a cookie while the person signs in, and browsers keep no
 * more than 4096.
 */
const LONGEST_QUERY = 2_900;

/**
 * Where to return to. Fails with an OauthError unless OAUTH_CLIENTS lists the client with this address; that failure is shown
 * here, because an address that is not listed must not be redirected to (RFC 6749, section 4.1.2.1).
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

/** An address for the page that says what is wrong with it, where it is text and no link. */
function named(address: string): string {
  const SHOWN = 200;
  return address.length > SHOWN ? `"${address.slice(0, SHOWN)}…"` : `"${address}"`;
}

/** The rest of the request. Fails with an OauthError, with which the browser is sent back to the client. */
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

/** The S256 challenge (RFC 7636). The method must be named: its default would be `plain`. */
function readChallenge(query: URLSearchParams): string {
  const challenge = requiredIn(query, 'code_challenge');
  if (parameterIn(query, 'code_challenge_method') !== 'S256') {
    throw new OauthError('invalid_request', 'code_challenge_method must be S256');
  }
  if (/^[\w-]{43}$/.test(challenge)) return challenge;
  throw new OauthError('invalid_request', 'code_challenge must be a SHA-256 in base64url');
}

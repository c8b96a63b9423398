import type { Request, Response } from 'express';
import { isRedirectUriOf, type OauthClients } from '../../config/oauthClients.js';
import { type TokenScope, TOKEN_SCOPES } from '../../schema/enums.js';
import { OauthError } from './oauthError.js';
import { parameterIn, requiredIn, scopesIn } from './parameters.js';
import { type Caller, findCaller } from '../../auth/caller.js';
import { agree } from '../../auth/clientSignIn.js';
import { shownByVisitor } from '../../context/context.js';
import type { Visit } from '../signIn/cookie.js';
import { pathOf, showPage, textsIn } from '../signIn/page.js';
import { keepReturnPath } from '../signIn/returnPath.js';
import { findUser } from '../../storage/people.js';
import type { OauthEndpoints } from './endpoints.js';

/** The client and the redirect URI of an authorization request. */
interface ReturnTarget {
  readonly clientId: string;
  readonly redirectUri: string;
}

/** The authorization that a client requests. */
interface AuthorizationRequest {
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
function readTarget(query: URLSearchParams, clients: OauthClients): ReturnTarget {
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
function readRequest(text: string): AuthorizationRequest {
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

/** A valid request of a signed-in person. */
interface Asked extends AuthorizationRequest, ReturnTarget {
  readonly caller: Caller;
}

/** Shows a person what a client requests, after signing in if necessary. */
export async function showAuthorize(oauth: OauthEndpoints, visit: Visit): Promise<void> {
  return answer(oauth, visit, (asked) => showConsent(oauth, visit, asked));
}

/**
 * Stores the person's decision on the page of `showAuthorize`, and redirects the browser to the client. The form contains the person's id:
 * if another person has signed in meanwhile, the page is shown again.
 */
export async function decideAuthorize(oauth: OauthEndpoints, visit: Visit): Promise<void> {
  const form = new URLSearchParams(String(visit.request.body));
  return answer(oauth, visit, async (asked) => {
    const { caller, clientId, redirectUri, scopes, codeChallenge } = asked;
    if (parameterIn(form, 'person') !== caller.userId) return showConsent(oauth, visit, asked);
    if (parameterIn(form, 'decision') !== 'allow') {
      throw new OauthError('access_denied', 'the person refused');
    }
    const code = await agree(oauth.services.storage.openUnit(), {
      ...{ userId: caller.userId, browserId: caller.tokenId },
      ...{ clientId, redirectUri, scopes, codeChallenge },
    });
    sendBack(oauth, visit, { redirectUri, answered: { code } });
  });
}

/** Checks a request and responds with a page, or by redirecting the browser to the client with an error. */
async function answer(
  oauth: OauthEndpoints,
  visit: Visit,
  decide: (asked: Asked) => Promise<void> | void,
): Promise<void> {
  const query = new URLSearchParams(queryOf(visit.request));
  const target = targetOf(oauth, visit.response, query);
  if (!target) return;
  try {
    const asked = { ...target, ...readRequest(queryOf(visit.request)) };
    const caller = await findVisitor(oauth, visit.request);
    if (!caller) return redirectToSignIn(oauth, visit);
    await decide({ ...asked, caller });
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    const answered = { error: error.code, error_description: error.message };
    sendBack(oauth, visit, { redirectUri: target.redirectUri, answered });
  }
}

/** The target of redirects; undefined after showing a page that says why there is none. */
function targetOf(
  { clients }: OauthEndpoints,
  response: Response,
  query: URLSearchParams,
): ReturnTarget | undefined {
  try {
    return readTarget(query, clients);
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    const { t } = textsIn(response);
    const text = t(
      'The program that sent you is at fault: {reason}. Tell the person who runs it.',
      { reason: error.message },
    );
    showPage(response, { status: 400, title: t('Not signed in'), text });
    return undefined;
  }
}

/** Redirects the browser to the client, with the issuer, so that clients can distinguish several servers (RFC 9207). */
function sendBack(
  { services }: OauthEndpoints,
  { request, response }: Visit,
  to: { redirectUri: string; answered: Readonly<Record<string, string>> },
): void {
  const [state, ...others] = new URLSearchParams(queryOf(request)).getAll('state');
  const isUnique = state !== undefined && others.length === 0;
  const answered = { ...to.answered, ...(isUnique && { state }), iss: services.ownAddress() };
  const mark = to.redirectUri.includes('?') ? '&' : '?';
  response.redirect(303, `${to.redirectUri}${mark}${new URLSearchParams(answered)}`);
}

async function findVisitor({ services }: OauthEndpoints, request: Request) {
  const { cookie } = shownByVisitor(request, services);
  return findCaller(services.storage.openUnit(), { cookie });
}

/** Redirects to the sign-in page, after which the person returns to the request. */
function redirectToSignIn({ services: { publicUrl } }: OauthEndpoints, visit: Visit): void {
  keepReturnPath(visit, publicUrl, `/oauth/authorize?${queryOf(visit.request)}`);
  visit.response.redirect(303, pathOf(publicUrl, '/sign-in'));
}

/** The query string as received. */
function queryOf({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start + 1);
}

/**
 * Shows the page on which a person decides whether a client may act for them. The decision is not remembered: a public client cannot prove
 * its identity, so an earlier decision would also apply to whoever uses its name (RFC 8252, section 8.6).
 */
async function showConsent(
  { services }: OauthEndpoints,
  { response }: Visit,
  asked: AuthorizationRequest & ReturnTarget & { readonly caller: Caller },
): Promise<void> {
  const { caller, clientId, redirectUri, scopes } = asked;
  const { name, email } = await findUser(services.storage.openUnit(), caller.userId);
  const { t } = textsIn(response);
  const who = t('You are {person}.', { person: email ?? name ?? t('the owner of this server') });
  const { origin, protocol, host } = new URL(redirectUri);
  const place = protocol === 'http:' ? t('a program on your computer') : t('at {host}', { host });
  const named = { client: clientId, place };
  const sentence = scopes
    ? t('{client} ({place}) may then, as far as you may:', named)
    : t('{client} ({place}) may then do everything that you may do.', named);
  const fields = { person: caller.userId };
  showPage(response, {
    title: t('Sign in to {client}?', named),
    text: `${who} ${sentence}`,
    list: scopes?.map((scope) => t(TOKEN_SCOPES[scope])) ?? [],
    leadsTo: origin,
    buttons: [
      { label: t('Allow'), fields: { ...fields, decision: 'allow' } },
      { label: t('Refuse'), fields: { ...fields, decision: 'refuse' } },
      { label: t('Sign out'), action: pathOf(services.publicUrl, '/sign-out') },
    ],
  });
}

import type { Request, Response } from 'express';
import { type Caller, findCaller } from '../../auth/caller.js';
import { agree } from '../../auth/clientSignIn.js';
import { shownByVisitor } from '../../context/context.js';
import { TOKEN_SCOPES } from '../../schema/enums.js';
import type { Visit } from '../signIn/cookie.js';
import { pathOf, showPage, textsIn } from '../signIn/page.js';
import { keepReturnPath } from '../signIn/returnPath.js';
import { findUser } from '../../storage/people.js';
import {
  type AuthorizationRequest,
  readRequest,
  readTarget,
  type ReturnTarget,
} from './authorizationRequest.js';
import type { OauthEndpoints } from './endpoints.js';
import { OauthError } from './oauthError.js';
import { parameterIn } from './parameters.js';

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
      {
        reason: error.message,
      },
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

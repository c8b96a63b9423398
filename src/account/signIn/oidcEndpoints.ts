import type { RequestHandler, Response, Router } from 'express';
import { findCaller } from '../../auth/caller.js';
import { signIn } from '../../auth/signIn.js';
import { type Services, shownByVisitor } from '../../context/context.js';
import type { Log } from '../../log/log.js';
import { requestInfoOf } from '../../http/requests.js';
import type { Word } from '../../words/textsFor.js';
import { admit, connect, type Admission } from './admit.js';
import { keepAttempt, takeAttempt, type Attempt, type AttemptKeeper } from './attempt.js';
import { setSignInCookie, type Visit } from './cookie.js';
import { CALLBACK, type Issuer } from './issuer.js';
import { IssuerFault, type FaultKind } from './issuerFault.js';
import { pathOf, showPage, textsIn } from './page.js';
import type { Person } from './person.js';
import { takeReturnPath } from './returnPath.js';

/** The dependencies of the sign-in at an issuer. */
export interface OidcEndpoints {
  readonly services: Services;
  readonly issuer: Issuer;
  readonly log: Log;
}

/**
 * Adds the routes to the issuer and back. The button on a page of this server (`own`) does more than sign in: it connects the account with
 * the signed-in person.
 */
export function addOidc(router: Router, endpoints: OidcEndpoints, own: RequestHandler): void {
  router.get('/sign-in/oidc', (request, response) => leave(endpoints, { request, response }));
  router.post('/sign-in/oidc', own, (request, response) =>
    leaveToConnect(endpoints, { request, response }),
  );
  router.get(CALLBACK, (request, response) => comeBack(endpoints, { request, response }));
}

async function leave(endpoints: OidcEndpoints, visit: Visit): Promise<void> {
  try {
    const { url, attempt } = await endpoints.issuer.begin();
    await keepAttempt(visit, keeperOf(endpoints), attempt);
    visit.response.set('Cache-Control', 'no-store').redirect(303, url);
  } catch (error) {
    refuse(endpoints, visit.response, error);
  }
}

/** Shows a link to the issuer, because browsers do not let a form redirect to another server. */
async function leaveToConnect(endpoints: OidcEndpoints, visit: Visit): Promise<void> {
  const { name } = endpoints.issuer.settings;
  try {
    const userId = await findVisitor(endpoints, visit);
    if (userId === undefined) throw new IssuerFault('stale', 'nobody is signed in');
    const { url, attempt } = await endpoints.issuer.begin();
    await keepAttempt(visit, keeperOf(endpoints), { ...attempt, userId });
    const { t } = textsIn(visit.response);
    const title = t('Connect with {name}', { name });
    const text = t('The account you choose at {name} will sign you in from now on.', { name });
    const link = { href: url, label: t('Go on to {name}', { name }) };
    showPage(visit.response, { title, text, links: [link] });
  } catch (error) {
    refuse(endpoints, visit.response, error);
  }
}

function keeperOf({ services }: OidcEndpoints): AttemptKeeper {
  return { secrets: services.secrets, publicUrl: services.publicUrl, now: Date.now };
}

/** The person signed in with the browser, if any. */
async function findVisitor(
  { services }: OidcEndpoints,
  { request }: Visit,
): Promise<string | undefined> {
  const { cookie } = shownByVisitor(request, services);
  const caller = await findCaller(services.storage.openUnit(), { cookie });
  return caller?.userId;
}

async function comeBack(endpoints: OidcEndpoints, visit: Visit): Promise<void> {
  const { services, issuer } = endpoints;
  const { request, response } = visit;
  try {
    const attempt = await takeAttempt(visit, keeperOf(endpoints));
    if (!attempt) throw new IssuerFault('stale', 'no attempt');
    const { searchParams } = new URL(request.originalUrl, issuer.settings.publicUrl);
    const person = await issuer.finish(searchParams, attempt);
    const admission = await letIn(endpoints, visit, { person, attempt });
    if ('refused' in admission) return showRefusal(endpoints, response, admission);
    const secret = await signIn(services.storage.openUnit(), admission.userId);
    setSignInCookie(visit, services.publicUrl, secret);
    // Redirects away from the URL with the code, because a reload would use the code a second time.
    const { origin } = new URL(issuer.settings.publicUrl);
    const requested = takeReturnPath(visit, services.publicUrl);
    const next = origin + (requested ?? pathOf(services.publicUrl, '/sign-in'));
    response.set('Cache-Control', 'no-store').redirect(303, next);
  } catch (error) {
    refuse(endpoints, response, error);
  }
}

/** Admits a person. One who connects an account must still be signed in as at the start. */
async function letIn(
  endpoints: OidcEndpoints,
  visit: Visit,
  { person, attempt }: { readonly person: Person; readonly attempt: Attempt },
): Promise<Admission> {
  const unit = endpoints.services.storage.openUnit();
  const { userId } = attempt;
  if (userId === undefined) return admit(unit, person, endpoints.issuer.settings.signUp);
  if ((await findVisitor(endpoints, visit)) !== userId)
    throw new IssuerFault('stale', 'signed out');
  return connect(unit, person, userId);
}

function refuse({ log, services }: OidcEndpoints, response: Response, error: unknown): void {
  if (!(error instanceof IssuerFault)) throw error;
  const { requestId } = requestInfoOf(response);
  const { kind, detail } = error;
  const level = kind === 'down' || kind === 'wrong' ? 'warn' : 'info';
  log[level]({ requestId, kind, detail }, 'nobody was signed in');
  if (kind === 'down') response.set('Retry-After', '30');
  const { t } = textsIn(response);
  const link = { href: pathOf(services.publicUrl, '/sign-in'), label: t('Try again') };
  const { status, title, text } = FAULT_PAGES[kind];
  showPage(response, { status, title: t(title), text: t(text), links: [link] });
}

const FAULT_PAGES = {
  down: {
    status: 503,
    title: 'Signing in does not work right now',
    text: 'The server of your account cannot be reached. Try again in a while.',
  },
  denied: {
    status: 403,
    title: 'Not signed in',
    text: 'You or the server of your account refused the sign-in.',
  },
  stale: {
    status: 400,
    title: 'Not signed in',
    text: 'The sign-in began in another window, took too long, or was already used.',
  },
  wrong: {
    status: 502,
    title: 'Not signed in',
    text: 'The answer of the server of your account is not valid. Tell the person who runs this server.',
  },
} as const satisfies Readonly<
  Record<FaultKind, { readonly status: number; readonly title: Word; readonly text: Word }>
>;

function showRefusal(
  { log, services }: OidcEndpoints,
  response: Response,
  { refused }: Extract<Admission, { refused: string }>,
): void {
  const { requestId } = requestInfoOf(response);
  log.info({ requestId, refused }, 'nobody was signed in');
  const isKnown = refused === 'anothers' || refused === 'second';
  const { t } = textsIn(response);
  const title = isKnown ? t('Not connected') : t('You are not known here');
  const link = { href: pathOf(services.publicUrl, '/sign-in'), label: t('Back') };
  showPage(response, { status: 403, title, text: t(REFUSALS[refused]), links: [link] });
}

const REFUSALS = {
  unknown: 'Ask a member of the workspace to invite your e-mail address, then sign in again.',
  unverified:
    'The server of your account has not verified your e-mail address. Ask the person who runs this server for a link that signs you in, then connect this account.',
  taken:
    'Your e-mail address belongs to somebody who signs in with another account. Tell the person who runs this server.',
  anothers: 'Somebody else already signs in with this account.',
  second: 'You already sign in with another account of the same server.',
} as const;

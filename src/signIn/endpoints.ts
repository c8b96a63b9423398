import { Router, type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { findCaller } from '../auth/caller.js';
import { findOpenInvitation, takeInvitation } from '../auth/invitations.js';
import { signIn } from '../auth/signIn.js';
import { hashOf } from '../auth/token.js';
import { isOwnPage, shownBy, type Services } from '../context/context.js';
import { Failure, httpStatusOf } from '../errors/errors.js';
import { countPages } from '../rateLimits/pages.js';
import { hasAccount } from '../storage/identities.js';
import { createUser, findUser, findUserByEmail } from '../storage/people.js';
import { endSignIn, useLink } from '../storage/signIns.js';
import { clearSignInCookie, setSignInCookie, type Visit } from './cookie.js';
import type { Issuer } from './issuer.js';
import { addOidc, type OidcEndpoints } from './oidcEndpoints.js';
import { wantsPage } from '../http/requestInfo.js';
import { pathOf, showPage } from './page.js';

/** Who signs people in elsewhere, where somebody does. */
type Elsewhere = Omit<OidcEndpoints, 'world'> | undefined;

/**
 * How people sign in with a browser: by a link that works once, by an invitation, or elsewhere (OpenID Connect). There
 * are no passwords. Opening a link shows a page and changes nothing, since mail programs open links too; its button
 * signs in.
 */
export function openSignIn(world: Services, elsewhere: Elsewhere): Router {
  const router = Router();
  router.use(['/sign-in/link', '/sign-in/oidc'], countPages(world, 'signIn'));
  router.use('/invitations', countPages(world, 'invitation'));
  if (elsewhere) addOidc(router, { world, ...elsewhere }, ownPagesOnly(world));
  router.get('/sign-in', (request, response) =>
    showWays(world, { request, response, issuer: elsewhere?.issuer }),
  );
  addLinks(router, world);
  addInvitations(router, world);
  router.use(showFailure);
  return router;
}

/** Shows browsers as a page what others get as JSON. */
const showFailure: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (!(error instanceof Failure) || !wantsPage(request)) return next(error);
  const { code, message: text, retryAfter } = error;
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  showPage(response, { status: httpStatusOf[code], title: 'Not done', text });
};

function addLinks(router: Router, world: Services): void {
  const own = ownPagesOnly(world);
  router.get('/sign-in/link/:code', (_request, response) => {
    const buttons = [{ label: 'Sign in' }];
    showPage(response, { title: 'Sign in', text: 'This link works once.', buttons });
  });
  router.post('/sign-in/link/:code', own, async (request, response) => {
    const unit = world.storage.openUnit();
    const userId = await useLink(unit, hashOf(String(request.params['code'])));
    if (userId === undefined) return showSpent(response);
    await letIn(world, { request, response, userId });
  });
  router.post('/sign-out', own, async (request, response) => {
    const { cookie } = shownBy(request, world);
    const tokenId = cookie && (await endSignIn(world.storage.openUnit(), hashOf(cookie)));
    if (tokenId) world.wakeUps.announce(tokenId);
    clearSignInCookie({ request, response }, world.publicUrl);
    showPage(response, { title: 'Signed out', text: 'See you.', link: signInOf(world) });
  });
}

function addInvitations(router: Router, world: Services): void {
  const own = ownPagesOnly(world);
  router.get('/invitations/:code', async (request, response) => {
    const code = String(request.params['code']);
    const found = await findOpenInvitation(world.storage.openUnit(), code);
    if (!found) return showSpent(response);
    const buttons = [{ label: 'Join' }];
    showPage(response, { title: 'You are invited', text: 'This invitation works once.', buttons });
  });
  router.post('/invitations/:code', own, async (request, response) =>
    join(world, { request, response }),
  );
}

function signInOf({ publicUrl }: Services) {
  return { href: pathOf(publicUrl, '/sign-in'), label: 'Sign in' };
}

/** Shows who is signed in, else how to. */
async function showWays(
  world: Services,
  { request, response, issuer }: Visit & { issuer: Issuer | undefined },
): Promise<void> {
  const unit = world.storage.openUnit();
  const { cookie } = shownBy(request, world);
  const caller = await findCaller(unit, { cookie });
  if (caller) {
    const { name, email } = await findUser(unit, caller.userId);
    const text = `You are ${email ?? name ?? 'the owner of this server'}.`;
    const out = { action: pathOf(world.publicUrl, '/sign-out'), label: 'Sign out' };
    const connect = await connectOf(world, issuer, caller.userId);
    return showPage(response, { title: 'Signed in', text, buttons: [...connect, out] });
  }
  if (!issuer) {
    const text = 'Ask whoever runs this server for a link that signs you in.';
    return showPage(response, { title: 'Sign in', text });
  }
  const { name, publicUrl } = issuer.settings;
  // The whole address: people come back to it, and what this browser carries must have been given there.
  const link = { href: `${publicUrl}/sign-in/oidc`, label: `Sign in with ${name}` };
  const text = `With your account at ${name}, or by a link that whoever runs this server gives you.`;
  showPage(response, { title: 'Sign in', text, link });
}

/** The way to sign in with an account from now on, for one who has none there yet. */
async function connectOf(
  { storage, publicUrl }: Services,
  issuer: Issuer | undefined,
  userId: string,
) {
  if (!issuer) return [];
  const { issuer: address, name } = issuer.settings;
  // The issuer's own spelling is with a slash at the end or without, whichever the setting has.
  const bare = address.replace(/\/$/, '');
  for (const spelling of [bare, `${bare}/`]) {
    if (await hasAccount(storage.openUnit(), userId, spelling)) return [];
  }
  return [{ action: pathOf(publicUrl, '/sign-in/oidc'), label: `Connect with ${name}` }];
}

/** A form of another site may not sign anybody in or out. */
function ownPagesOnly(world: Services): RequestHandler {
  return (request, _response, next) => {
    const isOwn = isOwnPage(request.headers, world.publicUrl);
    next(isOwn ? undefined : new Failure('ORIGIN_NOT_ALLOWED', 'Open this page here first'));
  };
}

async function letIn(world: Services, visit: Visit & { userId: string }): Promise<void> {
  const { response, userId } = visit;
  setSignInCookie(visit, world.publicUrl, await signIn(world.storage.openUnit(), userId));
  const text = 'This browser is signed in for 30 days.';
  const link = { ...signInOf(world), label: 'Go on' };
  showPage(response, { title: 'Signed in', text, link });
}

/**
 * Takes an invitation: for whoever is signed in, else for a new person. Having the code does not prove that the address is
 * theirs: it is shown, but compared with nothing. If somebody here has proven the address, they must sign in first.
 */
async function join(world: Services, visit: Visit): Promise<void> {
  const { request, response } = visit;
  const unit = world.storage.openUnit();
  const code = String(request.params['code']);
  const invitation = await findOpenInvitation(unit, code);
  if (!invitation) return showSpent(response);
  const { cookie } = shownBy(request, world);
  const caller = await findCaller(unit, { cookie });
  const isKnown = (await findUserByEmail(unit, invitation.email)) !== null;
  if (!caller && isKnown) {
    const text = 'Sign in first, then open the invitation again.';
    return showPage(response, { status: 401, title: 'Not signed in', text, link: signInOf(world) });
  }
  const made = { name: null, email: invitation.email, isEmailVerified: false };
  // Nobody is made known by an invitation that another took meanwhile.
  const userId = await unit.transactional(async (inner) => {
    const id = caller?.userId ?? (await createUser(inner, made)).id;
    await takeInvitation(inner, { code, userId: id });
    return id;
  });
  if (!caller) return letIn(world, { request, response, userId });
  showPage(response, { title: 'Welcome', text: 'You belong to the workspace now.' });
}

function showSpent(response: Response): void {
  const text = 'It was used, taken back, or has expired. Ask for a new one.';
  showPage(response, { status: 404, title: 'This link does not work', text });
}

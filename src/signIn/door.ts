import { Router, type Request, type RequestHandler, type Response } from 'express';
import { findCaller } from '../auth/caller.js';
import { signIn } from '../auth/signIn.js';
import { hashOf } from '../auth/token.js';
import { isOwnPage, shownBy, type World } from '../context.js';
import { Failure } from '../errors.js';
import { findOpenInvitation, takeInvitation } from '../storage/invitations.js';
import { createUser, findUserByEmail } from '../storage/people.js';
import { endSignIn, useLink } from '../storage/signIns.js';
import { clearSignInCookie, setSignInCookie } from './cookie.js';
import { showPage } from './page.js';

/**
 * How people sign in with a browser: by a link that works once, or by an invitation. There are no passwords.
 * Opening a link shows a page and changes nothing, since mail programs open links too; its button signs in.
 */
export function openSignIn(world: World): Router {
  const router = Router();
  const own = ownPagesOnly(world);
  router.get('/sign-in/link/:code', (request, response) => {
    const action = `/sign-in/link/${encodeURIComponent(request.params['code'] ?? '')}`;
    const button = { action, label: 'Sign in' };
    showPage(response, { title: 'Sign in', text: 'This link works once.', button });
  });
  router.post('/sign-in/link/:code', own, async (request, response) => {
    const unit = world.storage.openUnit();
    const userId = await useLink(unit, hashOf(String(request.params['code'])));
    if (userId === undefined) return showSpent(response);
    await letIn(world, { request, response, userId });
  });
  router.post('/sign-out', own, async (request, response) => {
    const { cookie } = shownBy(request.headers, world.publicUrl);
    const tokenId = cookie && (await endSignIn(world.storage.openUnit(), hashOf(cookie)));
    if (tokenId) world.wakeUps.announce(tokenId);
    clearSignInCookie(request, response);
    showPage(response, { title: 'Signed out', text: 'See you.' });
  });
  router.get('/invitations/:code', async (request, response) => {
    const code = String(request.params['code']);
    const found = await findOpenInvitation(world.storage.openUnit(), hashOf(code));
    if (!found) return showSpent(response);
    const button = { action: `/invitations/${encodeURIComponent(code)}`, label: 'Join' };
    showPage(response, { title: 'You are invited', text: 'This invitation works once.', button });
  });
  router.post('/invitations/:code', own, async (request, response) =>
    join(world, { request, response }),
  );
  return router;
}

/** A form of another site may not sign anybody in or out. */
function ownPagesOnly(world: World): RequestHandler {
  return (request, _response, next) => {
    const isOwn = isOwnPage(request.headers, world.publicUrl);
    next(isOwn ? undefined : new Failure('ORIGIN_NOT_ALLOWED', 'Open this page here first'));
  };
}

interface Visit {
  readonly request: Request;
  readonly response: Response;
}

async function letIn(world: World, visit: Visit & { userId: string }): Promise<void> {
  const { request, response, userId } = visit;
  setSignInCookie(request, response, await signIn(world.storage.openUnit(), userId));
  showPage(response, { title: 'Signed in', text: 'This browser is signed in for 30 days.' });
}

/**
 * Takes an invitation: for whoever is signed in, else for a new person with the address that was invited. One who is
 * known by that address signs in first: an invitation is no key to their account.
 */
async function join(world: World, visit: Visit): Promise<void> {
  const { request, response } = visit;
  const unit = world.storage.openUnit();
  const hash = hashOf(String(request.params['code']));
  const invitation = await findOpenInvitation(unit, hash);
  if (!invitation) return showSpent(response);
  const { cookie } = shownBy(request.headers, world.publicUrl);
  const caller = await findCaller(unit, { cookie });
  const isKnown = (await findUserByEmail(unit, invitation.email)) !== null;
  if (!caller && isKnown) {
    const text = 'Sign in first, then open the invitation again.';
    return showPage(response, { status: 401, title: 'Not signed in', text });
  }
  const made = { name: null, email: invitation.email };
  const userId = caller?.userId ?? (await createUser(unit, made)).id;
  await takeInvitation(unit, { hash, userId });
  if (!caller) return letIn(world, { request, response, userId });
  showPage(response, { title: 'Welcome', text: 'You belong to the workspace now.' });
}

function showSpent(response: Response): void {
  const text = 'It was used, taken back, or has expired. Ask for a new one.';
  showPage(response, { status: 404, title: 'This link does not work', text });
}

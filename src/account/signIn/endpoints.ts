import { Router } from 'express';
import { findCaller } from '../../auth/caller.js';
import { findOpenInvitation, takeInvitation } from '../../auth/invitations.js';
import { hashOf } from '../../auth/token.js';
import { type Services, shownBy } from '../../context/context.js';
import { countPages } from '../../rateLimits/pages.js';
import { Bot } from '../../schema/bot.js';
import type { Invitation } from '../../schema/invitation.js';
import { Workspace } from '../../schema/workspace.js';
import { endClientSignIns } from '../../storage/clientSignIns.js';
import type { Unit } from '../../storage/orm.js';
import { createUser, findUserByEmail } from '../../storage/people.js';
import { endSignIn, useLink } from '../../storage/signIns.js';
import type { Texts } from '../../words/textsFor.js';
import { clearSignInCookie, type Visit } from './cookie.js';
import { addEmailLinks } from './emailLinks.js';
import { letIn, showUsedLink } from './letIn.js';
import { addOidc } from './oidcEndpoints.js';
import { ownPagesOnly } from './ownPages.js';
import { pathOf, showPage, textsIn } from './page.js';
import { keepReturnPath } from './returnPath.js';
import { showFailure } from './showFailure.js';
import { showSignIn, signInOf, type Offered } from './signInPage.js';

/**
 * The pages on which people sign in with a browser: by a single-use link from the operator or an e-mail, by an invitation, or at an issuer
 * (OpenID Connect). There are no passwords. Opening a link changes nothing, because mail programs open links, too; the button on its page
 * signs in.
 */
export function openSignIn(services: Services, offered: Offered): Router {
  const { elsewhere } = offered;
  const router = Router();
  router.use(['/sign-in/link', '/sign-in/oidc', '/sign-in/email'], countPages(services, 'signIn'));
  router.use('/invitations', countPages(services, 'invitation'));
  if (elsewhere) addOidc(router, { services, ...elsewhere }, ownPagesOnly(services));
  router.get('/sign-in', (request, response) =>
    showSignIn(services, { request, response }, offered),
  );
  addLinks(router, services);
  if (services.sendLetter) addEmailLinks(router, services, services.sendLetter);
  addInvitations(router, services);
  router.use(showFailure);
  return router;
}

function addLinks(router: Router, services: Services): void {
  const own = ownPagesOnly(services);
  router.get('/sign-in/link/:code', (_request, response) => {
    const { t } = textsIn(response);
    const [title, text] = [t('Sign in'), t('This link works once.')];
    showPage(response, { title, text, buttons: [{ label: title }] });
  });
  router.post('/sign-in/link/:code', own, async (request, response) => {
    const unit = services.storage.openUnit();
    const userId = await useLink(unit, hashOf(String(request.params['code'])));
    if (userId === undefined) return showUsedLink(response);
    await letIn(services, { request, response, userId });
  });
  router.post('/sign-out', own, async (request, response) => {
    const { cookie } = shownBy(request, services);
    const ended = cookie ? await endSignIn(services.storage.openUnit(), hashOf(cookie)) : [];
    for (const tokenId of ended) services.wakeUps.announce(tokenId);
    clearSignInCookie({ request, response }, services.publicUrl);
    const { t } = textsIn(response);
    const links = [signInOf(services, t)];
    showPage(response, { title: t('Signed out'), text: t('See you.'), links });
  });
  router.post('/sign-out/:signInId', own, async (request, response) => {
    const unit = services.storage.openUnit();
    const userId = (await findCaller(unit, shownBy(request, services)))?.userId ?? '';
    const ended = await endClientSignIns(unit, { id: String(request.params['signInId']), userId });
    for (const tokenId of ended) services.wakeUps.announce(tokenId);
    response.redirect(303, pathOf(services.publicUrl, '/sign-in'));
  });
}

function addInvitations(router: Router, services: Services): void {
  const own = ownPagesOnly(services);
  router.get('/invitations/:code', async (request, response) => {
    const unit = services.storage.openUnit();
    const found = await findOpenInvitation(unit, String(request.params['code']));
    if (!found) return showUsedLink(response);
    const { t } = textsIn(response);
    const { invited: text } = await goalOf({ services, unit, t }, found);
    showPage(response, { title: t('You are invited'), text, buttons: [{ label: t('Join') }] });
  });
  router.post('/invitations/:code', own, async (request, response) =>
    join(services, { request, response }),
  );
}

/**
 * Accepts an invitation for the signed-in person, else for a new person. Having the code does not verify the e-mail address: it is
 * displayed, but not used to identify anybody. If a person has verified the address, they must sign in first.
 */
async function join(services: Services, visit: Visit): Promise<void> {
  const { request, response } = visit;
  const { t } = textsIn(response);
  const unit = services.storage.openUnit();
  const code = String(request.params['code']);
  const invitation = await findOpenInvitation(unit, code);
  if (!invitation) return showUsedLink(response);
  const { cookie } = shownBy(request, services);
  const caller = await findCaller(unit, { cookie });
  const isKnown = (await findUserByEmail(unit, invitation.email)) !== null;
  if (!caller && isKnown) {
    keepReturnPath(visit, services.publicUrl, request.originalUrl);
    const text = t('Sign in first. You get back to the invitation then.');
    const links = [signInOf(services, t)];
    return showPage(response, { status: 401, title: t('Not signed in'), text, links });
  }
  const newUser = { name: null, email: invitation.email, isEmailVerified: false };
  // One transaction, so that no person is created if somebody else has accepted the invitation meanwhile.
  const userId = await unit.transactional(async (inner) => {
    const id = caller?.userId ?? (await createUser(inner, newUser)).id;
    await takeInvitation(inner, { code, userId: id });
    return id;
  });
  const { joined: text, link } = await goalOf({ services, unit, t }, invitation);
  if (!caller) return letIn(services, { request, response, userId, link });
  showPage(response, { title: t('Welcome'), text, links: [link] });
}

/** The dependencies of saying what an invitation is to. */
interface GoalParts {
  readonly services: Services;
  readonly unit: Unit;
  readonly t: Texts['t'];
}

/** What an invitation is to, before and after it was accepted, and where the console shows that. */
async function goalOf({ services, unit, t }: GoalParts, { botId, workspaceId }: Invitation) {
  const at = (page: string): string => pathOf(services.publicUrl, `/console/${page}`);
  const bot = botId === null ? null : await unit.findOne(Bot, { id: botId });
  if (bot) {
    const { id, name } = bot;
    return {
      invited: t('You are invited to the bot “{name}”. This invitation works once.', { name }),
      joined: t('You have joined the bot “{name}”.', { name }),
      link: { href: at(`b/${id}/flow`), label: t('Open the bot') },
    };
  }
  const name = (await unit.findOne(Workspace, { id: workspaceId }))?.name ?? '';
  return {
    invited: t('You are invited to the workspace “{name}”. This invitation works once.', { name }),
    joined: t('You have joined the workspace “{name}”.', { name }),
    link: { href: at(`w/${workspaceId}`), label: t('Open the console') },
  };
}

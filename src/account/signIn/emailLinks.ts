import express, { type Request, type Response, type Router } from 'express';
import { findCaller } from '../../auth/caller.js';
import { isInvited } from '../../auth/invitations.js';
import { hashOf, newToken } from '../../auth/token.js';
import { type Services, shownBy } from '../../context/context.js';
import type { SendLetter } from '../../integrations/smtp/letters.js';
import { RateLimited } from '../../rateLimits/limits.js';
import { saveEmailSignIn, findEmailSignIn, useEmailSignIn } from '../../storage/emailSignIns.js';
import { findUser, findUserByEmail } from '../../storage/people.js';
import type { Texts } from '../../words/textsFor.js';
import { admitAddress, proveAddress } from './admit.js';
import type { Visit } from './cookie.js';
import { letIn, showUsedLink } from './letIn.js';
import { ownPagesOnly } from './ownPages.js';
import { showPage, textsIn } from './page.js';
import { addressIn } from './person.js';
import { signInOf } from './signInPage.js';

/** Bytes of a form, at most: it has only an address. */
const LARGEST_FORM = 2_048;

/**
 * Adds signing in by an e-mailed link. The response is immediate and the same whether or not the address is known; the e-mail follows.
 * Opening the link changes nothing, because mail programs open links, too; the button on its page uses it, in any browser.
 */
export function addEmailLinks(router: Router, services: Services, sendLetter: SendLetter): void {
  const own = ownPagesOnly(services);
  const form = express.text({ type: 'application/x-www-form-urlencoded', limit: LARGEST_FORM });
  router.post('/sign-in/email', own, form, async (request, response) => {
    const wanted = await readWanted(services, { request, response });
    if (!wanted) return showNoAddress(services, response);
    await services.rateLimits?.count('signInEmail', counterKeyOf(services, request, wanted));
    const { t } = textsIn(response);
    const text = t(
      'If {email} is known here, a link is on its way to it, unless several came already. Each works once, for 15 minutes.',
      { email: wanted.email },
    );
    showPage(response, { title: t('Look into your mail'), text });
    if (!(await mayGetAnotherLink(services, wanted))) return;
    await sendLink(services, sendLetter, { ...wanted, t });
  });
  router.get('/sign-in/email/:code', async (request, response) => {
    const found = await findEmailSignIn(services.storage.openUnit(), hashOf(request.params.code));
    if (!found) return showUsedLink(response);
    const { t } = textsIn(response);
    const title = found.userId === null ? t('Sign in') : t('Confirm');
    const text = t('As {email}. This link works once.', { email: found.email });
    showPage(response, { title, text, buttons: [{ label: title }] });
  });
  router.post('/sign-in/email/:code', own, async (request, response) =>
    useCode(services, { request, response }, String(request.params['code'])),
  );
}

/** The recipient of a link: an address, and the signed-in person if they verify their address. */
interface Wanted {
  readonly email: string;
  readonly userId: string | null;
}

async function readWanted(services: Services, { request }: Visit): Promise<Wanted | undefined> {
  const body: unknown = request.body;
  const sent = new URLSearchParams(typeof body === 'string' ? body : '').get('email');
  const email = sent === null ? undefined : addressIn(sent.trim());
  if (sent !== null) return email === undefined ? undefined : { email, userId: null };
  const userId = await findVisitor(services, { request });
  if (userId === undefined) return undefined;
  const { email: own } = await findUser(services.storage.openUnit(), userId);
  return own === null ? undefined : { email: own, userId };
}

async function findVisitor(
  services: Services,
  { request }: Pick<Visit, 'request'>,
): Promise<string | undefined> {
  const { cookie } = shownBy(request, services);
  return (await findCaller(services.storage.openUnit(), { cookie }))?.userId;
}

/** The key by which requests are counted: a person, or a client with one address, so that nobody uses up the limit of others. */
function counterKeyOf(services: Services, request: Request, { email, userId }: Wanted): string {
  return userId ?? `${shownBy(request, services).clientAddress} ${email}`;
}

/**
 * Whether an address may get another link. Strangers can request links from many clients, but must not keep anybody from signing in. So
 * beyond the usual limit a mailbox still gets a link every ten minutes, and each works for fifteen.
 */
async function mayGetAnotherLink(
  { rateLimits }: Services,
  { email, userId }: Wanted,
): Promise<boolean> {
  if (userId !== null) return true;
  for (const limit of ['signInMailbox', 'signInSpare'] as const) {
    try {
      await rateLimits?.count(limit, email);
      return true;
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
    }
  }
  return false;
}

/** Sends a link only to people who are known or invited, in the language of the page on which it was requested. */
async function sendLink(
  { storage, ownAddress }: Services,
  sendLetter: SendLetter,
  { email, userId, t }: Wanted & Pick<Texts, 't'>,
): Promise<void> {
  const unit = storage.openUnit();
  const isAwaited =
    userId !== null ||
    (await findUserByEmail(unit, email)) !== null ||
    (await isInvited(unit, email));
  if (!isAwaited) return;
  const code = newToken();
  await saveEmailSignIn(unit, { hash: hashOf(code), email, userId });
  const server = ownAddress();
  const [subject, purpose] =
    userId === null
      ? [
          t('Link to sign in'),
          t('Open this link to sign in at {server}. It works once, for 15 minutes:', { server }),
        ]
      : [
          t('Link to confirm your e-mail address'),
          t(
            'Open this link to confirm your e-mail address at {server}. It works once, for 15 minutes:',
            { server },
          ),
        ];
  const lines = [
    `${purpose}\n${server}/sign-in/email/${code}`,
    t('If you did not ask for it, do nothing: nobody gets in without it.'),
  ];
  await sendLetter({ to: email, subject, text: lines.join('\n\n') });
}

async function useCode(services: Services, visit: Visit, code: string): Promise<void> {
  const unit = services.storage.openUnit();
  const hash = hashOf(code);
  const found = await findEmailSignIn(unit, hash);
  if (!found) return showUsedLink(visit.response);
  const { email, userId } = found;
  if (userId !== null && (await findVisitor(services, visit)) !== userId) {
    const { t } = textsIn(visit.response);
    const text = t('Open the link in the browser in which you asked for it and are signed in.');
    return showPage(visit.response, { status: 403, title: t('Not confirmed'), text });
  }
  if (!(await useEmailSignIn(unit, hash))) return showUsedLink(visit.response);
  if (userId !== null) return confirm(services, visit, { email, userId });
  const admitted = await admitAddress(unit, email);
  if (admitted === undefined) return showUsedLink(visit.response);
  await letIn(services, { ...visit, userId: admitted });
}

async function confirm(
  services: Services,
  { response }: Visit,
  { email, userId }: { readonly email: string; readonly userId: string },
): Promise<void> {
  const isTheirs = await proveAddress(services.storage.openUnit(), { email, userId });
  const { t } = textsIn(response);
  const links = [{ ...signInOf(services, t), label: t('Go on') }];
  const text = isTheirs
    ? t('{email} is yours: a link to it signs you in from now on.', { email })
    : t('{email} belongs to somebody else here by now.', { email });
  const title = isTheirs ? t('Confirmed') : t('Not confirmed');
  showPage(response, { status: isTheirs ? 200 : 409, title, text, links });
}

function showNoAddress(services: Services, response: Response): void {
  const { t } = textsIn(response);
  const links = [{ ...signInOf(services, t), label: t('Back') }];
  const text = t('That is not an e-mail address.');
  showPage(response, { status: 400, title: t('Not sent'), text, links });
}

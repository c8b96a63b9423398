import { commandLine } from '../../config/commandLine.js';
import { findCaller } from '../../auth/caller.js';
import { type Services, shownByVisitor } from '../../context/context.js';
import { listSignIns } from '../../storage/clientSignIns.js';
import { hasAccount } from '../../storage/identities.js';
import { findUser } from '../../storage/people.js';
import type { Visit } from './cookie.js';
import type { Issuer } from './issuer.js';
import type { OidcEndpoints } from './oidcEndpoints.js';
import { pathOf, showPage } from './page.js';

/** What the sign-in page offers besides links from the operator. */
export interface Offered {
  /** The issuer, if one is configured. */
  readonly elsewhere: Omit<OidcEndpoints, 'services'> | undefined;
  /** Whether the GraphQL explorer is served. */
  readonly hasExplorer: boolean;
}

/** The link to the sign-in page. */
export function signInOf({ publicUrl }: Pick<Services, 'publicUrl'>) {
  return { href: pathOf(publicUrl, '/sign-in'), label: 'Sign in' };
}

/** The link to the console. */
export function consoleOf({ publicUrl }: Pick<Services, 'publicUrl'>) {
  return { href: pathOf(publicUrl, '/console'), label: 'Open the console' };
}

/** Shows who is signed in, their other sign-ins and where to continue; else the ways to sign in. */
export async function showSignIn(
  services: Services,
  visit: Visit,
  offered: Offered,
): Promise<void> {
  const { cookie } = shownByVisitor(visit.request, services);
  const caller = await findCaller(services.storage.openUnit(), { cookie });
  if (!caller) return showWays(services, visit, offered.elsewhere?.issuer);
  const { userId } = caller;
  const unit = services.storage.openUnit();
  const { name, email, isEmailVerified } = await findUser(unit, userId);
  const isUnproven = services.sendLetter && email !== null && !isEmailVerified;
  const at = (page: string): string => pathOf(services.publicUrl, page);
  const signIns = await listSignIns(unit, userId);
  showPage(visit.response, {
    title: 'Signed in',
    text: `You are ${email ?? name ?? 'the owner of this server'}. Bots can be published on the front page.`,
    buttons: [
      ...(isUnproven ? [{ action: at('/sign-in/email'), label: `Confirm ${email}` }] : []),
      ...(await connectOf(services, offered.elsewhere?.issuer, userId)),
      ...signIns.map(({ id, clientId, createdAt }) => ({
        action: at(`/sign-out/${id}`),
        label: `Sign out of ${clientId}, since ${createdAt.toISOString().slice(0, 10)}`,
      })),
      { action: at('/sign-out'), label: 'Sign out' },
    ],
    links: [
      consoleOf(services),
      { href: at('/'), label: 'Front page' },
      ...(offered.hasExplorer ? [{ href: at('/graphql'), label: 'Try GraphQL' }] : []),
      { href: at('/docs'), label: 'Try REST' },
    ],
  });
}

function showWays(
  { publicUrl, sendLetter }: Services,
  { response }: Visit,
  issuer: Issuer | undefined,
): void {
  const action = pathOf(publicUrl, '/sign-in/email');
  const buttons = sendLetter ? [{ action, label: 'Send me a link', asksForEmail: true }] : [];
  const byLink = sendLetter
    ? 'by a link that is e-mailed to you'
    : 'by a link from the person who runs this server';
  if (!issuer) {
    const text = sendLetter
      ? 'Sign in by a link that is e-mailed to you.'
      : 'Ask the person who runs this server for a link that signs you in. If that is you, this command prints one, in the folder of Parley and with the settings that the server has (such as PORT and DATA_DIR):';
    const command = sendLetter ? undefined : `${commandLine('user')} link`;
    return showPage(response, { title: 'Sign in', text, command, buttons });
  }
  const { name, publicUrl: start } = issuer.settings;
  // The absolute URL: the issuer redirects to it, so the cookies must be set for its host.
  const link = { href: `${start}/sign-in/oidc`, label: `Sign in with ${name}` };
  const text = `With your account at ${name}, or ${byLink}.`;
  showPage(response, { title: 'Sign in', text, links: [link], buttons });
}

/** The button that connects an account of the issuer, for people without one. */
async function connectOf(
  { storage, publicUrl }: Services,
  issuer: Issuer | undefined,
  userId: string,
) {
  if (!issuer) return [];
  const { issuer: address, name } = issuer.settings;
  // The issuer may spell its URL with or without a slash at the end, whatever the setting has.
  const bare = address.replace(/\/$/, '');
  for (const spelling of [bare, `${bare}/`]) {
    if (await hasAccount(storage.openUnit(), userId, spelling)) return [];
  }
  return [{ action: pathOf(publicUrl, '/sign-in/oidc'), label: `Connect with ${name}` }];
}

import { commandLine } from '../../config/commandLine.js';
import { findCaller } from '../../auth/caller.js';
import { type Services, shownByVisitor } from '../../context/context.js';
import { listSignIns } from '../../storage/clientSignIns.js';
import { hasAccount } from '../../storage/identities.js';
import { findUser } from '../../storage/people.js';
import type { Texts } from '../../words/textsFor.js';
import type { Visit } from './cookie.js';
import type { Issuer } from './issuer.js';
import type { OidcEndpoints } from './oidcEndpoints.js';
import { pathOf, showPage, textsIn } from './page.js';

/** What the sign-in page offers besides links from the operator. */
export interface Offered {
  /** The issuer, if one is configured. */
  readonly elsewhere: Omit<OidcEndpoints, 'services'> | undefined;
  /** Whether the GraphQL explorer is served. */
  readonly hasExplorer: boolean;
}

/** The link to the sign-in page. */
export function signInOf({ publicUrl }: Pick<Services, 'publicUrl'>, t: Texts['t']) {
  return { href: pathOf(publicUrl, '/sign-in'), label: t('Sign in') };
}

/** The link to the console. */
export function consoleOf({ publicUrl }: Pick<Services, 'publicUrl'>, t: Texts['t']) {
  return { href: pathOf(publicUrl, '/console'), label: t('Open the console') };
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
  const { t } = textsIn(visit.response);
  const person = email ?? name ?? t('the owner of this server');
  showPage(visit.response, {
    title: t('Signed in'),
    text: `${t('You are {person}.', { person })} ${t('Bots can be published on the front page.')}`,
    buttons: [
      ...(isUnproven
        ? [{ action: at('/sign-in/email'), label: t('Confirm {email}', { email }) }]
        : []),
      ...(await connectOf(services, visit, { issuer: offered.elsewhere?.issuer, userId })),
      ...signIns.map(({ id, clientId: client, createdAt }) => {
        const date = createdAt.toISOString().slice(0, 10);
        const label = t('Sign out of {client}, since {date}', { client, date });
        return { action: at(`/sign-out/${id}`), label };
      }),
      { action: at('/sign-out'), label: t('Sign out') },
    ],
    links: [
      consoleOf(services, t),
      { href: at('/'), label: t('Front page') },
      ...(offered.hasExplorer ? [{ href: at('/graphql'), label: t('Try GraphQL') }] : []),
      { href: at('/docs'), label: t('Try REST') },
    ],
  });
}

function showWays(
  { publicUrl, sendLetter }: Services,
  { response }: Visit,
  issuer: Issuer | undefined,
): void {
  const { t } = textsIn(response);
  const title = t('Sign in');
  const action = pathOf(publicUrl, '/sign-in/email');
  const buttons = sendLetter ? [{ action, label: t('Send me a link'), asksForEmail: true }] : [];
  if (!issuer) {
    const text = sendLetter
      ? t('Sign in by a link that is e-mailed to you.')
      : t(
          'Ask the person who runs this server for a link that signs you in. If that is you, this command prints one, in the folder of Parley and with the settings that the server has (such as PORT and DATA_DIR):',
        );
    const command = sendLetter ? undefined : `${commandLine('user')} link`;
    return showPage(response, { title, text, command, buttons });
  }
  const { name, publicUrl: start } = issuer.settings;
  // The absolute URL: the issuer redirects to it, so the cookies must be set for its host.
  const link = { href: `${start}/sign-in/oidc`, label: t('Sign in with {name}', { name }) };
  const text = sendLetter
    ? t('With your account at {name}, or by a link that is e-mailed to you.', { name })
    : t('With your account at {name}, or by a link from the person who runs this server.', {
        name,
      });
  showPage(response, { title, text, links: [link], buttons });
}

/** The button that connects an account of the issuer, for people without one. */
async function connectOf(
  { storage, publicUrl }: Services,
  { response }: Visit,
  { issuer, userId }: { readonly issuer: Issuer | undefined; readonly userId: string },
) {
  if (!issuer) return [];
  const { issuer: address, name } = issuer.settings;
  // The issuer may spell its URL with or without a slash at the end, whatever the setting has.
  const bare = address.replace(/\/$/, '');
  for (const spelling of [bare, `${bare}/`]) {
    if (await hasAccount(storage.openUnit(), userId, spelling)) return [];
  }
  const label = textsIn(response).t('Connect with {name}', { name });
  return [{ action: pathOf(publicUrl, '/sign-in/oidc'), label }];
}

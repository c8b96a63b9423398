import type { Response } from 'express';
import { signIn } from '../../auth/signIn.js';
import type { Services } from '../../context/context.js';
import { setSignInCookie, type Visit } from './cookie.js';
import { type Link, showPage, textsIn } from './page.js';
import { takeReturnPath } from './returnPath.js';
import { consoleOf } from './signInPage.js';

/** Signs a person in with the browser, and shows a link to the page that they requested, or else `link`: by default the console. */
export async function letIn(
  services: Services,
  visit: Visit & { userId: string; link?: Link },
): Promise<void> {
  const { response, userId } = visit;
  const { t } = textsIn(response);
  const { link: goal = consoleOf(services, t) } = visit;
  setSignInCookie(visit, services.publicUrl, await signIn(services.storage.openUnit(), userId));
  const text = t(
    'This browser is signed in for 30 days. If you came here to publish a bot, go back to the tab that plays it.',
  );
  // A link and no redirect, because this page responds to a form, whose redirects browsers limit to this server.
  const requested = takeReturnPath(visit, services.publicUrl);
  const link = requested === undefined ? goal : { href: requested, label: t('Go on') };
  showPage(response, { title: t('Signed in'), text, links: [link] });
}

/** Shows that a link is no longer valid. */
export function showUsedLink(response: Response): void {
  const { t } = textsIn(response);
  const text = t('It was used or revoked, or it has expired. Ask for a new one.');
  showPage(response, { status: 404, title: t('This link does not work'), text });
}

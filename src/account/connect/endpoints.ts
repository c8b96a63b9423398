import { type Request, type Response, Router } from 'express';
import { accessWorkspace } from '../../auth/access.js';
import type { Services } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import {
  connections,
  consentAddress,
  consentOrigin,
  isGoogleService,
  newConnectSecrets,
} from '../../integrations/google/connectAccount.js';
import { countPages } from '../../rateLimits/pages.js';
import type { Visit } from '../signIn/cookie.js';
import { ownPagesOnly } from '../signIn/ownPages.js';
import { pathOf, showPage, textsIn } from '../signIn/page.js';
import { keepReturnPath } from '../signIn/returnPath.js';
import { showFailure } from '../signIn/showFailure.js';
import { findCredentials } from '../../storage/credentials.js';
import { findUser } from '../../storage/people.js';
import { comeBack } from './comeBack.js';
import { beginJourney } from './journey.js';
import { accessTarget, targetIn } from './target.js';
import {
  type ConnectEndpoints,
  type ConnectVisit,
  findVisitor,
  idIn,
  queryOf,
  redirectUriOf,
} from './visit.js';

/**
 * The pages on which people connect an account at Google to a workspace, as credentials for its blocks. The first shows who they are and
 * what is requested; its button leads to Google, which sends them back to the second.
 */
export function openConnect(connect: ConnectEndpoints): Router {
  const { services } = connect;
  const router = Router();
  const at = (work: (visit: ConnectVisit) => Promise<void>) => {
    return (request: Request, response: Response) => enter(connect, { request, response }, work);
  };
  router.use('/connect/google', countPages(services, 'signIn'));
  router.get(
    '/connect/google',
    at((visit) => showOffer(services, visit)),
  );
  router.post(
    '/connect/google',
    ownPagesOnly(services),
    at((visit) => leave(services, visit)),
  );
  router.get(
    '/connect/google/callback',
    at((visit) => comeBack(connect, visit)),
  );
  router.get(
    '/connect/google/done',
    at((visit) => showConnected(services, visit)),
  );
  router.use('/connect', showFailure);
  return router;
}

/** Serves signed-in people; others sign in first and then return. */
async function enter(
  { services, google }: ConnectEndpoints,
  visit: Visit,
  work: (visit: ConnectVisit) => Promise<void>,
): Promise<void> {
  const { request, response } = visit;
  if (!google) {
    const { t } = textsIn(response);
    const text = t(
      'Accounts at Google cannot be connected here. Whoever runs this server sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET for that.',
    );
    return showPage(response, { status: 404, title: t('Not available'), text });
  }
  const caller = await findVisitor(services, request);
  if (caller) return work({ ...visit, caller, google });
  keepReturnPath(visit, services.publicUrl, request.originalUrl);
  response.redirect(303, pathOf(services.publicUrl, '/sign-in'));
}

const CONNECTS_NEW =
  'You connect a new account to the workspace "{name}": everybody who edits its bots can use it. This server will be able to:';
const CONNECTS_AGAIN =
  'You connect an account again to the workspace "{name}": everybody who edits its bots can use it. This server will be able to:';

async function showOffer(
  services: Services,
  { request, response, caller, google }: ConnectVisit,
): Promise<void> {
  const target = targetIn(queryOf(request));
  const { name } = await accessTarget(services, caller, target);
  const { email, name: called } = await findUser(services.storage.openUnit(), caller.userId);
  const { label: service, may } = connections[target.type];
  const { t } = textsIn(response);
  const who = t('You are {person}.', { person: email ?? called ?? t('the owner of this server') });
  const purpose = t(target.credentialsId === undefined ? CONNECTS_NEW : CONNECTS_AGAIN, { name });
  showPage(response, {
    title: t('Connect {service}', { service }),
    text: `${who} ${purpose}`,
    list: [...may.map((scope) => t(scope)), t('See the e-mail address of the account')],
    leadsTo: consentOrigin(google),
    buttons: [{ label: t('Go on to {name}', { name: 'Google' }) }],
  });
}

async function leave(services: Services, visit: ConnectVisit): Promise<void> {
  const { request, response, caller, google } = visit;
  const target = targetIn(queryOf(request));
  await accessTarget(services, caller, target);
  const secrets = newConnectSecrets();
  await beginJourney(visit, services, { ...target, ...secrets, userId: caller.userId });
  const sent = { ...secrets, redirectUri: redirectUriOf(services) };
  response.redirect(303, consentAddress(google, target.type, sent));
}

/** Shows the credentials as which an account was stored. */
async function showConnected(
  { storage }: Services,
  { request, response, caller }: ConnectVisit,
): Promise<void> {
  const query = queryOf(request);
  const workspaceId = idIn(query, 'workspaceId');
  const unit = storage.openUnit();
  const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'read' });
  const credentials = await findCredentials(unit, workspaceId, idIn(query, 'credentialsId'));
  if (!credentials || !isGoogleService(credentials.type)) {
    throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
  }
  const { t } = textsIn(response);
  const text = t(
    'The workspace "{workspace}" has {credentials} for {service} now. Blocks name it {id}. You can close this window.',
    {
      workspace: workspace.name,
      credentials: credentials.name,
      service: connections[credentials.type].label,
      id: credentials.id,
    },
  );
  showPage(response, { title: t('Connected'), text });
}

import { sealCredentials } from '../../auth/credentials.js';
import type { Services } from '../../context/context.js';
import { auditorOf } from '../../context/notedContext.js';
import { requestInfoOf } from '../../http/requests.js';
import {
  connections,
  redeemConsent,
  type ConnectedAccount,
} from '../../integrations/google/connectAccount.js';
import { checkCredentialsData } from '../../schema/credentialsData.js';
import { pathOf, showPage, textsIn } from '../signIn/page.js';
import type { Word } from '../../words/textsFor.js';
import { auditedUnit } from '../../storage/audit.js';
import { newCredentialsId, saveCredentials } from '../../storage/credentials.js';
import { connectPathOf } from './address.js';
import { endJourney, type Journey } from './journey.js';
import { accessTarget, type Target } from './target.js';
import { queryOf, redirectUriOf, type ConnectEndpoints, type ConnectVisit } from './visit.js';

/**
 * Handles the return from Google: stores the connected account, or shows why not. The person must be the one who started, and must still be
 * allowed to change the workspace.
 */
export async function comeBack(connect: ConnectEndpoints, visit: ConnectVisit): Promise<void> {
  const { services } = connect;
  const { request, response, caller } = visit;
  const query = queryOf(request);
  const journey = await endJourney(visit, services, query.get('state'));
  if (journey?.userId !== caller.userId) return refuse(visit, 'stale');
  await accessTarget(services, caller, journey);
  const again = pathOf(services.publicUrl, connectPathOf(journey));
  const code = query.get('code');
  if (code === null) {
    const isRefusal = query.get('error') === 'access_denied';
    return refuse(visit, isRefusal ? 'denied' : 'wrong', again);
  }
  const account = await redeem(connect, visit, { ...journey, code });
  if (typeof account === 'string') return refuse(visit, account, again);
  const credentialsId = await store(services, { ...journey, caller }, account);
  // Redirects away from the URL with the code, because a reload would use the code a second time.
  const done = new URLSearchParams({ workspaceId: journey.workspaceId, credentialsId });
  response.redirect(303, pathOf(services.publicUrl, `/connect/google/done?${done}`));
}

async function redeem(
  { services, log }: ConnectEndpoints,
  { google, response }: ConnectVisit,
  { type, code, verifier }: Journey & { readonly code: string },
): Promise<ConnectedAccount | RefusalKind> {
  const sent = { code, verifier, redirectUri: redirectUriOf(services) };
  try {
    return await redeemConsent(google, type, sent);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    log.warn({ requestId: requestInfoOf(response).requestId, reason }, 'no account was connected');
    return 'wrong';
  }
}

/** Stores the account as new credentials, named after its e-mail address, or replaces existing ones. */
async function store(
  { secrets, storage }: Services,
  { workspaceId, type, credentialsId, caller }: Target & Pick<ConnectVisit, 'caller'>,
  { email, data }: ConnectedAccount,
): Promise<string> {
  const id = credentialsId ?? newCredentialsId();
  const name = email?.slice(0, LONGEST_NAME) || `Account at ${connections[type].label}`;
  const sealed = await sealCredentials(
    secrets,
    { id, workspaceId },
    checkCredentialsData(type, data),
  );
  const auditor = async () => auditorOf(caller, 'connectAccount');
  const unit = auditedUnit(storage.openUnit(), auditor);
  await saveCredentials(unit, { id, workspaceId, type, name, ...sealed }, caller.userId);
  return id;
}

/** In characters: longer than any e-mail address. */
const LONGEST_NAME = 320;

const REFUSALS = {
  stale: {
    status: 400,
    text: 'This began in another window or by another person, took longer than ten minutes, or was done already. Begin again.',
  },
  denied: { status: 403, text: 'You did not agree at Google.' },
  unticked: {
    status: 403,
    text: 'You agreed to some of it at Google, but not to what is needed. Begin again, and tick it there.',
  },
  short: {
    status: 502,
    text: 'Google gave access for an hour only. Remove this server at https://myaccount.google.com/connections, then begin again.',
  },
  wrong: {
    status: 502,
    text: 'Google did not give the access. Begin again; if that does not help, whoever runs this server compares GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect address with those at Google.',
  },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly text: Word }>>;

type RefusalKind = keyof typeof REFUSALS;

/** Shows why nothing was stored, with a link to start again. */
function refuse({ response }: ConnectVisit, kind: RefusalKind, again?: string): void {
  const { t } = textsIn(response);
  const { status, text } = REFUSALS[kind];
  const links = again === undefined ? [] : [{ href: again, label: t('Begin again') }];
  showPage(response, { status, title: t('Not connected'), text: t(text), links });
}

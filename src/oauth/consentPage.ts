import type { Caller } from '../auth/caller.js';
import { TOKEN_SCOPES } from '../schema/enums.js';
import type { Visit } from '../signIn/cookie.js';
import { pathOf, showPage } from '../signIn/page.js';
import { findUser } from '../storage/people.js';
import type { AuthorizationRequest, ReturnTarget } from './authorizationRequest.js';
import type { OauthEndpoints } from './endpoints.js';

/**
 * Asks a person whether a client may act for them. Asked each time: nobody can prove to be a public client, so that an earlier
 * answer would also hold for whoever uses its name (RFC 8252, section 8.6).
 */
export async function showConsent(
  { services }: OauthEndpoints,
  { response }: Visit,
  asked: AuthorizationRequest & ReturnTarget & { readonly caller: Caller },
): Promise<void> {
  const { caller, clientId, redirectUri, scopes } = asked;
  const { name, email } = await findUser(services.storage.openUnit(), caller.userId);
  const who = `You are ${email ?? name ?? 'the owner of this server'}.`;
  const { origin } = new URL(redirectUri);
  const what = scopes ? 'may then, as far as you may:' : 'may then do everything that you may do.';
  const fields = { person: caller.userId };
  showPage(response, {
    title: `Sign in to ${clientId}?`,
    text: `${who} ${clientId} (${placeOf(origin)}) ${what}`,
    list: scopes?.map((scope) => TOKEN_SCOPES[scope]) ?? [],
    leadsTo: origin,
    buttons: [
      { label: 'Allow', fields: { ...fields, decision: 'allow' } },
      { label: 'Refuse', fields: { ...fields, decision: 'refuse' } },
      { label: 'Sign out', action: pathOf(services.publicUrl, '/sign-out') },
    ],
  });
}

function placeOf(origin: string): string {
  const { protocol, host } = new URL(origin);
  return protocol === 'http:' ? 'a program on your computer' : `at ${host}`;
}

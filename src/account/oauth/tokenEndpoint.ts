import type { Response } from 'express';
import { redeemCode, refresh, revoke, type NotIssued } from '../../auth/clientSignIn.js';
import type { IssuedTokens } from '../../auth/issuedTokens.js';
import { requestInfoOf } from '../../http/requests.js';
import { TokenScope } from '../../schema/enums.js';
import type { Unit } from '../../storage/orm.js';
import type { OauthEndpoints } from './endpoints.js';
import { OauthError } from './oauthError.js';
import { parameterIn, requiredIn, scopesIn } from './parameters.js';

type Redeem = (
  unit: Unit,
  clientId: string,
  form: URLSearchParams,
) => Promise<IssuedTokens | NotIssued>;

/** The grants of the token endpoint, by `grant_type`. */
const GRANTS: Readonly<Record<string, Redeem>> = {
  authorization_code: (unit, clientId, form) => {
    const code = requiredIn(form, 'code');
    const redirectUri = requiredIn(form, 'redirect_uri');
    const verifier = readVerifier(form);
    return redeemCode(unit, { code, clientId, redirectUri, verifier });
  },
  refresh_token: (unit, clientId, form) => {
    const token = requiredIn(form, 'refresh_token');
    return refresh(unit, { token, clientId, scopes: scopesIn(form) });
  },
};

/** The names of the grants, for the metadata. */
export const GRANT_TYPES = Object.keys(GRANTS);

/** Issues tokens for a code or a refresh token (RFC 6749, sections 4.1.3 and 6). */
export async function issueTokens(
  oauth: OauthEndpoints,
  form: URLSearchParams,
  response: Response,
): Promise<void> {
  const clientId = readClient(oauth, form);
  const grantType = requiredIn(form, 'grant_type');
  const redeem = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined;
  if (!redeem) {
    const grantTypes = GRANT_TYPES.join(' or ');
    throw new OauthError('unsupported_grant_type', `grant_type must be ${grantTypes}`);
  }
  const issued = await redeem(oauth.services.storage.openUnit(), clientId, form);
  if ('refused' in issued) return refuse(oauth, response, { ...issued, clientId });
  const { accessToken, refreshToken, scopes, expiresIn } = issued;
  response.json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: (scopes ?? Object.keys(TokenScope)).join(' '),
  });
}

/** Ends a sign-in by one of its tokens (RFC 7009). An unknown token counts as revoked. */
export async function revokeTokens(
  oauth: OauthEndpoints,
  form: URLSearchParams,
  response: Response,
): Promise<void> {
  const clientId = readClient(oauth, form);
  const token = requiredIn(form, 'token');
  const ended = await revoke(oauth.services.storage.openUnit(), { token, clientId });
  if (ended === 'mismatch') {
    throw new OauthError('invalid_grant', 'the token belongs to another client');
  }
  for (const tokenId of ended ?? []) oauth.services.wakeUps.announce(tokenId);
  response.status(200).end();
}

/** The client of a request. There are only public clients, whose name proves nothing (RFC 6749, section 2.1). */
function readClient({ clients }: OauthEndpoints, form: URLSearchParams): string {
  const clientId = requiredIn(form, 'client_id');
  if (!clients.has(clientId)) throw new OauthError('invalid_client', 'client_id is not known');
  if (parameterIn(form, 'client_secret') === undefined) return clientId;
  throw new OauthError('invalid_client', 'clients have no secret here; leave client_secret out');
}

/** The verifier of PKCE (RFC 7636, section 4.1). */
function readVerifier(form: URLSearchParams): string {
  const verifier = requiredIn(form, 'code_verifier');
  if (/^[\w.~-]{43,128}$/.test(verifier)) return verifier;
  throw new OauthError('invalid_request', 'code_verifier must be 43 to 128 letters, digits, -._~');
}

/** Refuses a request. Clients get the same error for all reasons except scopes; the log has the reason. */
function refuse(
  { services, log }: OauthEndpoints,
  response: Response,
  { refused, endedTokens, clientId }: NotIssued & { readonly clientId: string },
): never {
  if (refused === 'scope') {
    throw new OauthError('invalid_scope', 'scope must be some of those of the sign-in');
  }
  for (const tokenId of endedTokens) services.wakeUps.announce(tokenId);
  const { requestId } = requestInfoOf(response);
  const level = refused === 'reused' || refused === 'mismatch' ? 'warn' : 'info';
  log[level]({ requestId, clientId, refused }, 'no tokens were issued');
  const message = 'the code or token is not known, has expired, was used before or is not yours';
  throw new OauthError('invalid_grant', message);
}

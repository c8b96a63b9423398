import { createHash } from 'node:crypto';
import type { TokenScope } from '../schema/enums.js';
import type { SignIn } from '../schema/signIn.js';
import {
  deleteExpiredAccess,
  endClientSignIns,
  lockSignIn,
  saveSignIn,
  type SignInAgreed,
} from '../storage/clientSignIns.js';
import type { Unit } from '../storage/orm.js';
import { findToken } from '../storage/tokens.js';
import { issue, nextKey, type IssuedTokens } from './issuedTokens.js';
import { newRefreshToken, newSecret, parseRefreshToken } from './refreshToken.js';
import { hashOf, isSameSecret } from './token.js';

/** Milliseconds for which a code can be redeemed. */
const CODE_FOR = 60_000;

/**
 * Why no tokens were issued: the code or token is unknown (`unknown`), has expired (`expired`), belongs to another client, redirect URI or
 * challenge (`mismatch`), was used before (`reused`), or does not include the scopes (`scope`). All but `unknown` and `scope` end the
 * sign-in; `endedTokens` are the ids of the access tokens that ended with it.
 */
export interface NotIssued {
  readonly refused: 'unknown' | 'expired' | 'mismatch' | 'reused' | 'scope';
  readonly endedTokens: readonly string[];
}

/**
 * Stores that a person agreed to sign in to a client. Returns the authorization code, which works once and for a minute (RFC 6749, section
 * 4.1.2).
 */
export async function agree(
  unit: Unit,
  agreed: Omit<SignInAgreed, 'codeHash' | 'expiresAt'>,
): Promise<string> {
  const code = newSecret();
  const expiresAt = new Date(Date.now() + CODE_FOR);
  await saveSignIn(unit, { ...agreed, codeHash: hashOf(code), expiresAt });
  return code;
}

/** A code, with the values that must be the same as in its request. */
export interface CodeShown {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The PKCE verifier, whose SHA-256 is the challenge. */
  readonly verifier: string;
}

/**
 * Redeems a code for the first tokens. A code can be tried only once; a second attempt ends the sign-in that it started (RFC 6749, section
 * 4.1.2).
 */
export async function redeemCode(unit: Unit, shown: CodeShown): Promise<IssuedTokens | NotIssued> {
  return unit.transactional(async (inner) => {
    const signIn = await lockSignIn(inner, { codeHash: hashOf(shown.code) });
    if (!signIn) return { refused: 'unknown', endedTokens: [] };
    if (signIn.familyHash !== null) return end(inner, signIn, 'reused');
    if (isOver(signIn)) return end(inner, signIn, 'expired');
    const challenge = createHash('sha256').update(shown.verifier).digest('base64url');
    const isSame =
      signIn.clientId === shown.clientId &&
      signIn.redirectUri === shown.redirectUri &&
      isSameSecret(signIn.codeChallenge, challenge);
    if (!isSame) return end(inner, signIn, 'mismatch');
    const token = newRefreshToken();
    signIn.familyHash = hashOf(token.family);
    return issue(inner, signIn, { token, scopes: signIn.scopes });
  });
}

/** A refresh token, the client that sends it, and the requested scopes; null for those of the sign-in. */
export interface RefreshShown {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: TokenScope[] | null;
}

/**
 * Exchanges a refresh token for the next one and an access token. A token that was used before ends the sign-in, because a thief may have
 * used it (RFC 9700, section 4.14.2); only a retry is allowed.
 */
export async function refresh(unit: Unit, shown: RefreshShown): Promise<IssuedTokens | NotIssued> {
  const sent = parseRefreshToken(shown.token);
  if (!sent) return { refused: 'unknown', endedTokens: [] };
  return unit.transactional(async (inner) => {
    const signIn = await lockSignIn(inner, { familyHash: hashOf(sent.family) });
    if (!signIn) return { refused: 'unknown', endedTokens: [] };
    if (signIn.clientId !== shown.clientId) return end(inner, signIn, 'mismatch');
    if (isOver(signIn)) return end(inner, signIn, 'expired');
    const scopes = shown.scopes ?? signIn.scopes;
    if (!isWithin(scopes, signIn.scopes)) return { refused: 'scope', endedTokens: [] };
    const key = nextKey(signIn, sent.key);
    if (key === undefined) return end(inner, signIn, 'reused');
    await deleteExpiredAccess(inner, signIn.id);
    return issue(inner, signIn, { token: { family: sent.family, key }, scopes });
  });
}

/**
 * Ends the sign-in of a token on behalf of its client (RFC 7009). The token may be any refresh token of the sign-in, even an old one, or an
 * access token. Returns the ids of the access tokens that ended; undefined if the token is unknown, `mismatch` if it belongs to another
 * client.
 */
export async function revoke(
  unit: Unit,
  { token, clientId }: Omit<RefreshShown, 'scopes'>,
): Promise<readonly string[] | 'mismatch' | undefined> {
  return unit.transactional(async (inner) => {
    const by = await placeOf(inner, token);
    const signIn = by && (await lockSignIn(inner, by));
    if (!signIn) return undefined;
    if (signIn.clientId !== clientId) return 'mismatch';
    return endClientSignIns(inner, { id: signIn.id });
  });
}

/** The key by which to find the sign-in of a refresh or access token. */
async function placeOf(unit: Unit, token: string) {
  const sent = parseRefreshToken(token);
  if (sent) return { familyHash: hashOf(sent.family) };
  const id = (await findToken(unit, hashOf(token), ['ACCESS']))?.signInId;
  return id ? { id } : undefined;
}

async function end(unit: Unit, { id }: SignIn, refused: NotIssued['refused']): Promise<NotIssued> {
  return { refused, endedTokens: await endClientSignIns(unit, { id }) };
}

function isOver({ expiresAt }: SignIn): boolean {
  return expiresAt.getTime() <= Date.now();
}

/** Whether all scopes are among `all`; null stands for all scopes. */
function isWithin(scopes: SignIn['scopes'], all: SignIn['scopes']): boolean {
  return all === null || (scopes?.every((scope) => all.includes(scope)) ?? false);
}

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

/** How long a code can be redeemed, in milliseconds. */
const CODE_FOR = 60_000;

/**
 * Why no tokens were issued: the code or token is not known (`unknown`), has expired (`expired`), belongs to another client,
 * address or challenge (`mismatch`), was used before (`reused`), or does not include the scopes (`scope`). All but the first and
 * the last end the sign-in; `endedTokens` are the ids of the access tokens that ended with it.
 */
export interface NotIssued {
  readonly refused: 'unknown' | 'expired' | 'mismatch' | 'reused' | 'scope';
  readonly endedTokens: readonly string[];
}

/** A person agrees to sign in with a client. Gives the code for it, which works once and for a minute (RFC 6749, section 4.1.2). */
export async function agree(
  unit: Unit,
  agreed: Omit<SignInAgreed, 'codeHash' | 'expiresAt'>,
): Promise<string> {
  const code = newSecret();
  const expiresAt = new Date(Date.now() + CODE_FOR);
  await saveSignIn(unit, { ...agreed, codeHash: hashOf(code), expiresAt });
  return code;
}

/** A code, and what must be the same as when it was requested. */
export interface CodeShown {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The text whose SHA-256 is the challenge. */
  readonly verifier: string;
}

/**
 * Redeems a code for the first tokens. A code counts once, right or wrong; one that comes a second time ends the sign-in it
 * began (RFC 6749, section 4.1.2).
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

/** A refresh token, who sends it, and the scopes it is to be limited to; null for those of the sign-in. */
export interface RefreshShown {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: TokenScope[] | null;
}

/**
 * Exchanges a refresh token for the next one and an access token. A token that was used before ends the sign-in, because a
 * thief may have used it (RFC 9700, section 4.14.2), except for a retry.
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
 * Ends the sign-in that a token belongs to, for its client (RFC 7009): any refresh token of it, also an old one, or an access
 * token. Gives the ids of the access tokens that ended; undefined when the token is not known, `mismatch` when it belongs to
 * another client.
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

/** How the sign-in of a refresh token or an access token is found. */
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

/** Whether scopes are among others; null is all of them. */
function isWithin(scopes: SignIn['scopes'], all: SignIn['scopes']): boolean {
  return all === null || (scopes?.every((scope) => all.includes(scope)) ?? false);
}

import { createHash, timingSafeEqual } from 'node:crypto';
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
import { findToken, saveToken } from '../storage/tokens.js';
import {
  keyAfter,
  newRefreshToken,
  newSecret,
  parseRefreshToken,
  textOf,
  type RefreshToken,
} from './refreshToken.js';
import { hashOf, newToken, shownPartOf } from './token.js';

/** How long a code can be redeemed, in milliseconds. */
const CODE_FOR = 60_000;

/** How long an access token works, in milliseconds. */
const ACCESS_FOR = 10 * 60_000;

const DAY = 24 * 3_600_000;

/** How long a sign-in lasts without being used, and how long at most, in milliseconds. */
const IDLE_FOR = 7 * DAY;
const LASTS = 30 * DAY;

/**
 * For how long the last refresh token may be used again, in milliseconds: the answer may have been lost, or two windows may
 * have refreshed at once. Both get the same next token.
 */
const RETRY_WITHIN = 30_000;

/** The tokens of a sign-in, as they are sent once. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** What the access token may be used for; null: everything the person may do. */
  readonly scopes: TokenScope[] | null;
  /** How long the access token works, in seconds. */
  readonly expiresIn: number;
}

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
      isEqual(signIn.codeChallenge, challenge);
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

/**
 * The key after the one that was sent; undefined for one that was used before. The first token is sent with the code and has
 * no key before it.
 */
function nextKey(signIn: SignIn, sent: string): string | undefined {
  const sentHash = hashOf(sent);
  if (isEqual(signIn.keyHash ?? '', sentHash)) {
    signIn.previousKeyHash = sentHash;
    signIn.keySalt = newSecret();
    return keyAfter(sent, signIn.keySalt);
  }
  const isRetry =
    isEqual(signIn.previousKeyHash ?? '', sentHash) &&
    Date.now() - signIn.refreshedAt.getTime() <= RETRY_WITHIN;
  return isRetry ? keyAfter(sent, signIn.keySalt ?? '') : undefined;
}

/** Stores what is known of the next tokens, and gives them. */
async function issue(
  unit: Unit,
  signIn: SignIn,
  { token, scopes }: { token: RefreshToken; scopes: SignIn['scopes'] },
): Promise<IssuedTokens> {
  const now = Date.now();
  const keyHash = hashOf(token.key);
  // A retry is no new use: it must not prolong the time in which another retry is allowed.
  if (signIn.keyHash !== keyHash) Object.assign(signIn, { keyHash, refreshedAt: new Date(now) });
  const end = signIn.createdAt.getTime() + LASTS;
  signIn.expiresAt = new Date(Math.min(now + IDLE_FOR, end));
  const accessToken = newToken();
  const expiresAt = Math.min(now + ACCESS_FOR, end);
  await saveToken(unit, {
    ...{ userId: signIn.userId, kind: 'ACCESS', name: signIn.clientId, signInId: signIn.id },
    ...{ hash: hashOf(accessToken), prefix: shownPartOf(accessToken) },
    ...{ scopes: scopes && [...scopes], expiresAt: new Date(expiresAt) },
  });
  const expiresIn = Math.floor((expiresAt - now) / 1_000);
  return { accessToken, refreshToken: textOf(token), scopes, expiresIn };
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

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

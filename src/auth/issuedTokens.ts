import type { TokenScope } from '../schema/enums.js';
import type { SignIn } from '../schema/signIn.js';
import type { Unit } from '../storage/orm.js';
import { saveToken } from '../storage/tokens.js';
import { keyAfter, newSecret, textOf, type RefreshToken } from './refreshToken.js';
import { hashOf, isSameSecret, newToken, shownPartOf } from './token.js';

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
 * The key of the next refresh token, after the key that was sent, which the sign-in notes as used. A retry gets the same key
 * again; undefined for any other key that was used before.
 */
export function nextKey(signIn: SignIn, sent: string): string | undefined {
  const sentHash = hashOf(sent);
  if (isSameSecret(signIn.keyHash ?? '', sentHash)) {
    signIn.previousKeyHash = sentHash;
    signIn.keySalt = newSecret();
    return keyAfter(sent, signIn.keySalt);
  }
  const isRetry =
    isSameSecret(signIn.previousKeyHash ?? '', sentHash) &&
    Date.now() - signIn.refreshedAt.getTime() <= RETRY_WITHIN;
  return isRetry ? keyAfter(sent, signIn.keySalt ?? '') : undefined;
}

/** Issues the next tokens of a sign-in: stores their hashes, and prolongs the sign-in. */
export async function issue(
  unit: Unit,
  signIn: SignIn,
  { token, scopes }: { token: RefreshToken; scopes: SignIn['scopes'] },
): Promise<IssuedTokens> {
  const now = Date.now();
  const keyHash = hashOf(token.key);
  // A retry is not a new use: it must not prolong the time in which another retry is allowed.
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

import type { TokenScope } from '../schema/enums.js';
import type { SignIn } from '../schema/signIn.js';
import type { Unit } from '../storage/orm.js';
import { saveToken } from '../storage/tokens.js';
import { keyAfter, newSecret, textOf, type RefreshToken } from './refreshToken.js';
import { hashOf, isSameSecret, newToken, shownPartOf } from './token.js';

/** Milliseconds for which an access token works. */
const ACCESS_FOR = 10 * 60_000;

const DAY = 24 * 3_600_000;

/** Milliseconds for which a sign-in lasts without use, and at most. */
const IDLE_FOR = 7 * DAY;
const LASTS = 30 * DAY;

/**
 * Milliseconds during which the previous refresh token may be used again, because the response may have been lost, or two windows may have
 * refreshed at once. Both get the same next token.
 */
const RETRY_WITHIN = 30_000;

/** The tokens of a sign-in, which are sent once. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The scopes of the access token; null for everything that the person may do. */
  readonly scopes: TokenScope[] | null;
  /** Seconds for which the access token works. */
  readonly expiresIn: number;
}

/**
 * The key of the next refresh token, given the key that was sent, which the sign-in stores as used. A retry gets the same key again;
 * undefined for any other key that was used before.
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

/** Issues the next tokens of a sign-in: stores their hashes and extends the sign-in. */
export async function issue(
  unit: Unit,
  signIn: SignIn,
  { token, scopes }: { token: RefreshToken; scopes: SignIn['scopes'] },
): Promise<IssuedTokens> {
  const now = Date.now();
  const keyHash = hashOf(token.key);
  // A retry is not a new use, so it must not extend the time in which retries are allowed.
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

import type { Unit } from '../storage/orm.js';
import { saveToken } from '../storage/tokens.js';
import { hashOf, newToken, shownPartOf } from './token.js';

/** Milliseconds for which a browser stays signed in. */
export const SIGNED_IN_FOR = 30 * 24 * 3_600_000;

/** Milliseconds for which a sign-in link is valid. */
const LINK_FOR = 24 * 3_600_000;

/** Signs a browser in as a person. Returns the secret of its cookie. */
export async function signIn(unit: Unit, userId: string): Promise<string> {
  return keep(unit, { userId, kind: 'BROWSER', name: 'Browser', lasts: SIGNED_IN_FOR });
}

/** Creates the code of a single-use sign-in link, which grants all rights of the person. */
export async function newSignInLink(unit: Unit, userId: string): Promise<string> {
  return keep(unit, { userId, kind: 'LINK', name: 'Sign-in link', lasts: LINK_FOR });
}

async function keep(
  unit: Unit,
  made: { userId: string; kind: 'BROWSER' | 'LINK'; name: string; lasts: number },
): Promise<string> {
  const { lasts, ...token } = made;
  const secret = newToken();
  const expiresAt = new Date(Date.now() + lasts);
  const hash = hashOf(secret);
  await saveToken(unit, { ...token, hash, prefix: shownPartOf(secret), expiresAt });
  return secret;
}

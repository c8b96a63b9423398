import type { Unit } from '../storage/orm.js';
import { saveToken } from '../storage/tokens.js';
import { hashOf, newToken, shownPartOf } from './token.js';

/** How long a browser stays signed in, in milliseconds. */
export const SIGNED_IN_FOR = 30 * 24 * 3_600_000;

/** How long a sign-in link is valid, in milliseconds. */
const LINK_FOR = 24 * 3_600_000;

/** Signs a browser in as a person; returns the secret of its cookie. */
export async function signIn(unit: Unit, userId: string): Promise<string> {
  return keep(unit, { userId, kind: 'BROWSER', name: 'Browser', lasts: SIGNED_IN_FOR });
}

/** A code that signs in once, for a link; it gives all rights of that person. */
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

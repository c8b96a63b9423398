import { createHmac, randomBytes } from 'node:crypto';

/**
 * A refresh token. All tokens of one sign-in share the `family`, which is as secret as the `key`: a token of the family
 * with an old key was used before, by its owner or by a thief.
 */
export interface RefreshToken {
  readonly family: string;
  readonly key: string;
}

const FORM = /^parley_refresh_([\w-]{43})\.([\w-]{43})$/;

/** The first refresh token of a sign-in. */
export function newRefreshToken(): RefreshToken {
  return { family: newSecret(), key: newSecret() };
}

/** A random text of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The key after another one. It is derived from it, so that a retry gets the same key although only hashes are stored: with
 * the salt alone, nobody can compute it.
 */
export function keyAfter(key: string, salt: string): string {
  return createHmac('sha256', key).update(salt).digest('base64url');
}

/** The token as it is sent. */
export function textOf({ family, key }: RefreshToken): string {
  return `parley_refresh_${family}.${key}`;
}

/** The parts of a token; undefined for any other text. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const [, family, key] = FORM.exec(text) ?? [];
  return family !== undefined && key !== undefined ? { family, key } : undefined;
}

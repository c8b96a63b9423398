import { createHmac, randomBytes } from 'node:crypto';

/**
 * A refresh token. All tokens of a sign-in share the `family`, which is as secret as the `key`: a token with a known family and an old key
 * was used before, by its owner or a thief.
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
 * The key that follows another one. It is derived, so that a retry gets the same key although only hashes are stored. The salt alone is not
 * enough to compute it.
 */
export function keyAfter(key: string, salt: string): string {
  return createHmac('sha256', key).update(salt).digest('base64url');
}

/** The text of a token. */
export function textOf({ family, key }: RefreshToken): string {
  return `parley_refresh_${family}.${key}`;
}

/** The parts of a token; undefined for any other text. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const [, family, key] = FORM.exec(text) ?? [];
  return family !== undefined && key !== undefined ? { family, key } : undefined;
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Characters of a token that are stored, by which people recognise it. */
const SHOWN_LENGTH = 12;

/** Creates a bearer token: a visible prefix and 32 random bytes (docs/spec-choices.md, "Tokens and rights"). */
export function newToken(): string {
  return `parley_${randomBytes(32).toString('base64url')}`;
}

/** The stored form of a token: its SHA-256 in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The beginning of a token, which is safe to show. */
export function shownPartOf(token: string): string {
  return token.slice(0, SHOWN_LENGTH);
}

/** The token of an `Authorization: Bearer …` header; undefined if the header is absent or has another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}

/**
 * The `Authorization` header, if it is for this server. A header of another scheme (`Basic …`) belongs to a proxy in front and counts as
 * absent; one without a scheme is a mistyped token.
 */
export function ownAuthorization(header: string | undefined): string | undefined {
  return /^(?!bearer )[\w!#$%&'*+.^`|~-]+ +\S/i.test(header ?? '') ? undefined : header;
}

/** Whether two secrets are equal, compared in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}

import { createHash, randomBytes } from 'node:crypto';

/** How many characters of a token are kept for people to tell theirs apart. */
const SHOWN = 12;

/** A new bearer token: a visible prefix and 32 random bytes (choices, "Authoring"). */
export function newToken(): string {
  return `parley_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token: its SHA-256 in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The beginning of a token, safe to show. */
export function shownPartOf(token: string): string {
  return token.slice(0, SHOWN);
}

/** The token of an `Authorization: Bearer …` header; undefined when the header is absent or of another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
}

/**
 * What an `Authorization` header shows to this server. One of another scheme (`Basic …`) is for a proxy in front that hands it
 * on, and the same as none; one without any scheme is a mistyped token.
 */
export function shownHere(header: string | undefined): string | undefined {
  return /^(?!bearer )[\w!#$%&'*+.^`|~-]+ +\S/i.test(header ?? '') ? undefined : header;
}

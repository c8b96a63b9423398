import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import type { TokenKind, TokenScope } from '../schema/enums.js';
import type { Unit } from '../storage/orm.js';
import { BEARER_KINDS, findToken, noteUse } from '../storage/tokens.js';
import { bearerToken, hashOf } from './token.js';

/** The person behind a request, and the limits of their token. */
export interface Caller {
  readonly userId: string;
  readonly tokenId: string;
  /** The sign-in to which the token belongs; null for tokens of other kinds. */
  readonly signInId: string | null;
  /** The scopes of the token; null for everything that the person may do. */
  readonly scopes: readonly TokenScope[] | null;
  /** The only workspace in which the token is valid; null for all of the person's. */
  readonly workspaceId: string | null;
}

/** The credentials that a request carries. */
export interface Shown {
  /** The `Authorization` header, or what a socket sends instead. */
  readonly authorization?: string | undefined;
  /** The cookie of a sign-in with a browser. */
  readonly cookie?: string | undefined;
}

/**
 * Finds the person behind a request; undefined without credentials, or with an expired cookie. A header with an unknown token fails with
 * `UNAUTHENTICATED`: a mistyped token is an error, not an anonymous request.
 */
export async function findCaller(
  unit: Unit,
  { authorization, cookie }: Shown,
): Promise<Caller | undefined> {
  if (authorization === undefined) {
    return cookie === undefined ? undefined : find(unit, cookie, ['BROWSER']);
  }
  const caller = await find(unit, tokenIn(authorization), BEARER_KINDS);
  if (!caller) throw unknownToken();
  return caller;
}

/** The token of an `Authorization` header, whether known or not. Fails with `UNAUTHENTICATED` if the header is malformed. */
export function tokenIn(authorization: string): string {
  const token = bearerToken(authorization);
  if (token !== undefined) return token;
  throw commonFailure('UNAUTHENTICATED');
}

/** The failure for an unknown token. */
export function unknownToken(): Failure {
  return new Failure('UNAUTHENTICATED', 'The token is unknown, revoked or has expired');
}

async function find(
  unit: Unit,
  token: string,
  kinds: readonly TokenKind[],
): Promise<Caller | undefined> {
  const row = await findToken(unit, hashOf(token), kinds);
  if (!row) return undefined;
  noteUse(unit, row);
  const { id: tokenId, userId, scopes, workspaceId, signInId } = row;
  return { userId, tokenId, signInId, scopes, workspaceId };
}

import type { Unit } from '../storage/orm.js';
import { findToken } from '../storage/tokens.js';
import { Failure } from '../errors.js';
import { bearerToken, hashOf } from './token.js';

/** Who is asking. */
export interface Caller {
  readonly userId: string;
  readonly tokenId: string;
}

/**
 * The person behind an `Authorization` header; undefined when there is no header.
 * A header that names nobody fails with `UNAUTHENTICATED`: a mistyped token must not pass for no token.
 */
export async function findCaller(
  unit: Unit,
  header: string | undefined,
): Promise<Caller | undefined> {
  if (header === undefined) return undefined;
  const token = bearerToken(header);
  const found = token === undefined ? undefined : await findToken(unit, hashOf(token));
  if (!found) throw new Failure('UNAUTHENTICATED', 'The token is unknown, revoked or has expired');
  return { userId: found.userId, tokenId: found.id };
}

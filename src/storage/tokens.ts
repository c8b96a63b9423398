import type { Pool } from 'pg';
import { ApiToken } from '../schema/apiToken.js';
import type { TokenKind } from '../schema/enums.js';
import { User } from '../schema/user.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The kinds of tokens that are sent as `Authorization: Bearer …`. */
export const BEARER_KINDS: readonly TokenKind[] = ['API', 'ACCESS'];

/** The valid token of one of these kinds with this hash: neither revoked nor expired. */
export async function findToken(
  unit: Unit,
  hash: string,
  kinds: readonly TokenKind[],
): Promise<ApiToken | undefined> {
  const token = await unit.findOne(ApiToken, { hash, kind: { $in: [...kinds] }, revokedAt: null });
  const isExpired = token?.expiresAt && token.expiresAt.getTime() <= Date.now();
  return token && !isExpired ? token : undefined;
}

/** The same for bearer tokens, as plain SQL, which costs less than the ORM for a token that does not exist. */
export async function findKnownToken(
  pool: Pool,
  hash: string,
): Promise<(TokenUsed & Pick<ApiToken, 'expiresAt'>) | undefined> {
  const { rows } = await pool.query<KnownRow>({
    ...{ name: 'known-token', text: KNOWN, values: [hash, BEARER_KINDS] },
  });
  const [token] = rows;
  if (!token) return undefined;
  return { id: token.id, lastUsedAt: dateOf(token.used), expiresAt: dateOf(token.expires) };
}

interface KnownRow {
  readonly id: string;
  readonly used: Date | string | null;
  readonly expires: Date | string | null;
}

const KNOWN = `select id, last_used_at as used, expires_at as expires from api_token
  where hash = $1 and kind = any($2::text[])
    and revoked_at is null and (expires_at is null or expires_at > now())`;

function dateOf(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}

type TokenUsed = Pick<ApiToken, 'id' | 'lastUsedAt'>;

/** The precision of the last use of a token, in milliseconds. */
const USE_PRECISION = 60_000;

/** Stores that a token is used, at most once a minute. The caller need not wait; a failure is ignored. */
export function noteUse(unit: Unit, { id, lastUsedAt }: TokenUsed): void {
  const now = Date.now();
  if (lastUsedAt && now - lastUsedAt.getTime() < USE_PRECISION) return;
  const stale = new Date(now - USE_PRECISION);
  const isStale = { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lte: stale } }] };
  void unit
    .fork()
    .nativeUpdate(ApiToken, { id, ...isStale }, { lastUsedAt: new Date(now) })
    .catch(() => undefined);
}

/** The first person of this server, if there is one. */
export async function findOwner(unit: Unit): Promise<User | undefined> {
  const [owner] = await unit.find(User, {}, { orderBy: { id: 'asc' }, limit: 1 });
  return owner;
}

/** Creates the first person of this server. */
export async function createOwner(unit: Unit): Promise<User> {
  const owner = unit.create(User, {
    id: newId('usr'),
    name: 'Owner',
    email: null,
    isEmailVerified: false,
    createdAt: new Date(),
  });
  await unit.flush();
  return owner;
}

/** A new token; only its hash is stored. */
export type TokenKept = Pick<ApiToken, 'userId' | 'name' | 'hash' | 'prefix'> &
  Partial<Pick<ApiToken, 'kind' | 'scopes' | 'workspaceId' | 'expiresAt' | 'signInId'>>;

/** Stores a token of a person. */
export async function saveToken(unit: Unit, token: TokenKept): Promise<ApiToken> {
  const saved = unit.create(ApiToken, {
    kind: 'API',
    scopes: null,
    workspaceId: null,
    expiresAt: null,
    signInId: null,
    ...token,
    id: newId('tok'),
    createdAt: new Date(),
    lastUsedAt: null,
    revokedAt: null,
  });
  await unit.flush();
  return saved;
}

/** The tokens of a person's programs that were not revoked, oldest first. */
export async function listTokens(unit: Unit, userId: string): Promise<ApiToken[]> {
  return unit.find(ApiToken, { userId, kind: 'API', revokedAt: null }, { orderBy: { id: 'asc' } });
}

/** Revokes a token of a person, if it is theirs and was not revoked; returns whether it did. */
export async function revokeToken(unit: Unit, userId: string, tokenId: string): Promise<boolean> {
  const theirs = { id: tokenId, userId, revokedAt: null };
  const revoked = { revokedAt: new Date() };
  return (await unit.transactional((inner) => inner.nativeUpdate(ApiToken, theirs, revoked))) > 0;
}

import { ApiToken } from '../schema/apiToken.js';
import { User } from '../schema/user.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The valid token with this hash: neither revoked nor expired. */
export async function findToken(unit: Unit, hash: string): Promise<ApiToken | undefined> {
  const token = await unit.findOne(ApiToken, { hash, revokedAt: null });
  const isExpired = token?.expiresAt && token.expiresAt.getTime() <= Date.now();
  return token && !isExpired ? token : undefined;
}

/** The first person of this server, if there is one. */
export async function findOwner(unit: Unit): Promise<User | undefined> {
  const [owner] = await unit.find(User, {}, { orderBy: { id: 'asc' }, limit: 1 });
  return owner;
}

/** Makes the first person of this server. */
export async function createOwner(unit: Unit): Promise<User> {
  const owner = unit.create(User, {
    id: newId('usr'),
    name: 'Owner',
    email: null,
    createdAt: new Date(),
  });
  await unit.flush();
  return owner;
}

/** Keeps a token of a person; `hash` is all that is stored of it. */
export async function saveToken(
  unit: Unit,
  token: { userId: string; name: string; hash: string; prefix: string },
): Promise<void> {
  unit.create(ApiToken, {
    ...token,
    id: newId('tok'),
    createdAt: new Date(),
    expiresAt: null,
    revokedAt: null,
  });
  await unit.flush();
}

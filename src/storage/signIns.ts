import { ApiToken } from '../schema/apiToken.js';
import { endClientSignIns } from './clientSignIns.js';
import type { Unit } from './orm.js';

/** Uses a sign-in link; returns the id of its person, undefined when it was used, was revoked or has expired. */
export async function useLink(unit: Unit, hash: string): Promise<string | undefined> {
  const now = new Date();
  const open = { hash, kind: 'LINK', revokedAt: null, expiresAt: { $gt: now } } as const;
  const link = await unit.findOne(ApiToken, open);
  if (!link) return undefined;
  const used = await unit.nativeUpdate(ApiToken, open, { revokedAt: now, lastUsedAt: now });
  return used > 0 ? link.userId : undefined;
}

/**
 * Ends the session of a browser, and the sign-ins from other origins that began in it. Returns the ids of the tokens that ended, because
 * sockets opened with them are to be closed.
 */
export async function endSignIn(unit: Unit, hash: string): Promise<string[]> {
  const open = { hash, kind: 'BROWSER', revokedAt: null } as const;
  const session = await unit.findOne(ApiToken, open);
  if (!session) return [];
  await unit.nativeUpdate(ApiToken, open, { revokedAt: new Date() });
  return [session.id, ...(await endClientSignIns(unit, { browserId: session.id }))];
}

/** Ends all browser sessions of a person, their sign-in links, and their sign-ins from other origins. */
export async function endSignInsOf(unit: Unit, userId: string): Promise<void> {
  const open = { userId, kind: { $in: ['BROWSER', 'LINK'] }, revokedAt: null } as const;
  await unit.nativeUpdate(ApiToken, open, { revokedAt: new Date() });
  await endClientSignIns(unit, { userId });
}

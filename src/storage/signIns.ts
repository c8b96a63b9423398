import { ApiToken } from '../schema/apiToken.js';
import type { Unit } from './orm.js';

/** Uses a sign-in link; gives its person, undefined when it was used, was revoked or has expired. */
export async function useLink(unit: Unit, hash: string): Promise<string | undefined> {
  const now = new Date();
  const open = { hash, kind: 'LINK', revokedAt: null, expiresAt: { $gt: now } } as const;
  const link = await unit.findOne(ApiToken, open);
  if (!link) return undefined;
  const used = await unit.nativeUpdate(ApiToken, open, { revokedAt: now, lastUsedAt: now });
  return used > 0 ? link.userId : undefined;
}

/** Ends the session of a browser. */
export async function endSignIn(unit: Unit, hash: string): Promise<string | undefined> {
  const open = { hash, kind: 'BROWSER', revokedAt: null } as const;
  const session = await unit.findOne(ApiToken, open);
  if (session) await unit.nativeUpdate(ApiToken, open, { revokedAt: new Date() });
  return session?.id;
}

/** Ends all browser sessions of a person, and their sign-in links. */
export async function endSignInsOf(unit: Unit, userId: string): Promise<void> {
  const open = { userId, kind: { $in: ['BROWSER', 'LINK'] }, revokedAt: null } as const;
  await unit.nativeUpdate(ApiToken, open, { revokedAt: new Date() });
}

import { LRUCache } from 'lru-cache';
import type { Storage } from '../storage/orm.js';
import { findKnownToken, noteUse } from '../storage/tokens.js';
import { tokenIn, unknownToken } from './caller.js';
import { hashOf } from './token.js';

/** Fails with `UNAUTHENTICATED` when an `Authorization` header holds an unknown token. */
export type AssertKnown = (authorization: string) => Promise<void>;

/** The maximum number of cached tokens; beyond that the least recently used one is removed. */
const MOST_KNOWN = 10_000;

/**
 * Checks tokens where they grant nothing, as in chats: an unknown one must not count as none, and one that was revoked
 * a few seconds ago does no harm. Hashes of valid tokens are cached for some milliseconds, at most until they expire, and
 * looked up on the connections of chats. What a token grants is always looked up again (`findCaller`).
 */
export function openKnownTokens(
  { chatPool, openUnit }: Pick<Storage, 'chatPool' | 'openUnit'>,
  knownFor: number,
): AssertKnown {
  const known = new LRUCache<string, true>({ max: MOST_KNOWN, ttl: knownFor });
  return async (authorization) => {
    const hash = hashOf(tokenIn(authorization));
    if (known.has(hash)) return;
    const found = await findKnownToken(chatPool, hash);
    if (!found) throw unknownToken();
    noteUse(openUnit(), found);
    const lasts = found.expiresAt ? found.expiresAt.getTime() - Date.now() : knownFor;
    known.set(hash, true, { ttl: Math.max(1, Math.min(knownFor, lasts)) });
  };
}

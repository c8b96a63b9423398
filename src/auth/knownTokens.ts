import { LRUCache } from 'lru-cache';
import type { Storage } from '../storage/orm.js';
import { findKnownToken, noteUse } from '../storage/tokens.js';
import { tokenIn, unknownToken } from './caller.js';
import { hashOf } from './token.js';

/** Fails with `UNAUTHENTICATED` if an `Authorization` header contains an unknown token. */
export type AssertKnown = (authorization: string) => Promise<void>;

/** Cached tokens, at most; the least recently used are removed. */
const MOST_KNOWN = 10_000;

/**
 * Opens the check of tokens where they grant nothing, as in chats. An unknown token is an error, but one that was revoked seconds ago does
 * no harm. So hashes of valid tokens are cached for `knownFor` milliseconds, at most until they expire, and looked up on the connections of
 * chats. Where a token grants rights, it is always looked up (`findCaller`).
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

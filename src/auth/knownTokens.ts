import { LRUCache } from 'lru-cache';
import type { Storage } from '../storage/orm.js';
import { findKnownToken, noteUse } from '../storage/tokens.js';
import { tokenIn, unknownToken } from './caller.js';
import { hashOf } from './token.js';

/** Fails with `UNAUTHENTICATED` when an `Authorization` header names nobody. */
export type AssertKnown = (authorization: string) => Promise<void>;

/** How long, in milliseconds, a token that was found valid is not looked up again. */
const KNOWN_FOR = 5_000;

/** How many tokens are remembered; beyond that the one shown longest ago is looked up again. */
const MOST_KNOWN = 10_000;

/**
 * Checks tokens where they give nothing, as in chats: one that names nobody must not pass for none, and one that was revoked
 * a few seconds ago harms nobody. Their hashes are remembered for so long, and looked up by the connections of chats. What a
 * token gives is always looked up anew (`findCaller`).
 */
export function openKnownTokens({
  chatPool,
  openUnit,
}: Pick<Storage, 'chatPool' | 'openUnit'>): AssertKnown {
  const known = new LRUCache<string, true>({ max: MOST_KNOWN, ttl: KNOWN_FOR });
  return async (authorization) => {
    const hash = hashOf(tokenIn(authorization));
    if (known.has(hash)) return;
    const found = await findKnownToken(chatPool, hash);
    if (!found) throw unknownToken();
    noteUse(openUnit(), found);
    known.set(hash, true);
  };
}

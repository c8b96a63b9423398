import { hashOf } from '../../chat/effectJournal.js';
import type { Idempotency } from '../../chat/idempotency.js';

/** An input that may be sent again under a key. */
interface Repeatable {
  readonly idempotencyKey?: string | null;
  readonly clientMutationId?: string | null;
}

/**
 * The key an input came with, and a name for all else that was sent, where null counts as absent: from another page it is
 * another request.
 */
export function onceOf(input: Repeatable, origin: string | undefined): Idempotency | undefined {
  const { idempotencyKey, clientMutationId: _, ...sent } = input;
  if (typeof idempotencyKey !== 'string') return undefined;
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined);
  return { key: idempotencyKey, requestHash: hashOf([Object.fromEntries(given), origin ?? null]) };
}

/** What the key means, said to callers. */
export const ONCE =
  'Makes it safe to send this again: for 24 hours the same key gets the same reply, and nothing is done twice. Use a random one; whoever knows it gets the reply.';

import { hashOf } from '../../chat/effectJournal.js';
import type { Idempotency } from '../../chat/idempotency.js';

/** An input that may be sent again under an idempotency key. */
interface Repeatable {
  readonly idempotencyKey?: string | null;
  readonly clientMutationId?: string | null;
}

/**
 * The idempotency key of an input, and a fingerprint of its other members, in which null counts as absent. The origin is part of the
 * fingerprint, so the same input from another page is another request.
 */
export function idempotencyOf(
  input: Repeatable,
  origin: string | undefined,
): Idempotency | undefined {
  const { idempotencyKey, clientMutationId: _, ...sent } = input;
  if (typeof idempotencyKey !== 'string') return undefined;
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined);
  return { key: idempotencyKey, requestHash: hashOf([Object.fromEntries(given), origin ?? null]) };
}

/** The description of the field `idempotencyKey`. */
export const ONCE =
  'Makes it safe to send this again: for 24 hours the same key gets the same reply, and nothing is done twice. Use a random one; whoever knows it gets the reply.';

import { z } from 'zod';
import {
  type CreatePaymentEffect,
  type EffectResult,
  logEvent,
  paymentLabel,
  type VerifyPaymentEffect,
} from '../engine/index.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import { forgetPayment, isPaid, noteAnswered, notePaid } from '../storage/payments.js';
import type { ChatPorts } from './ports.js';
import type { EffectOrigin } from '../integrations/effectOrigin.js';

/** The chat of a payment, and what its effects may use. */
export interface PaymentPlace {
  readonly sessionId: string;
  readonly origin: EffectOrigin;
}

const PAID: EffectResult = { ok: true, value: 'paid' };

/** Checks the payment that a chat waits for; one that was made becomes its answer. */
export async function verifyPayment(
  ports: ChatPorts,
  effect: VerifyPaymentEffect,
  place: PaymentPlace,
): Promise<EffectResult> {
  const result = await askPayment(ports, effect, place);
  if (result.ok && result.value === 'paid') await noteAnswered(ports.pool, effect.intentId);
  return result;
}

/**
 * Asks the provider for the status of a payment, unless it has reported before that the payment was made. That is stored before the turn is
 * written, so that the payment counts even if the server stops and the visitor leaves; a payment that is withdrawn is deleted. One of
 * another amount or currency than requested does not count, and is settled as left over (`jobs/settlePayments.ts`). Nor does one that was
 * never stored here: the log of the result says so.
 */
export async function askPayment(
  ports: ChatPorts,
  effect: VerifyPaymentEffect,
  { sessionId, origin }: PaymentPlace,
): Promise<EffectResult> {
  const { pool } = ports;
  if (await isPaid(pool, effect.intentId)) return PAID;
  const result = await ports.handleEffect(effect, sessionId, origin);
  const standing = standingSchema.parse(
    result.ok ? result.value : { status: 'unknown', reason: result.error },
  );
  if (standing.status === 'paid') {
    const paidFor = await notePaid(pool, effect, standing);
    if (paidFor === 'asked') return PAID;
    if (paidFor === 'unknown') {
      const reason = `${paymentLabel(standing)} was paid (${effect.intentId}), but ${NOT_NOTED}`;
      await logReason(ports, effect, { sessionId, reason });
    }
    return { ok: true, value: paidFor };
  }
  const { status, reason } = standing;
  if (reason !== undefined) await logReason(ports, effect, { sessionId, reason });
  if (status === 'unpaid') await forgetPayment(pool, effect.intentId);
  return result.ok ? { ok: true, value: status } : result;
}

const NOT_NOTED =
  'this server has no note of such a payment, so that it cannot tell what was asked for. Refund it, or deliver what was paid.';

/** The status of a payment: the result of the effect handler, or its failure. */
const standingSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('paid'), amount: z.number(), currency: z.string() }),
  z.object({
    status: z.enum(['processing', 'open', 'unpaid', 'unknown']),
    reason: z.string().optional(),
  }),
]);

const FAILED = {
  createPayment: 'A payment could not be prepared',
  verifyPayment: 'A payment was not made',
} as const;

/**
 * Stores the provider's reason for a failed payment, for members who may read the result: the visitor learns only that it failed. The turn
 * is refused or asks again, so the reason is no part of it. A preview shows the reason itself.
 */
export async function logReason(
  { pool }: Pick<ChatPorts, 'pool'>,
  { kind, isTest }: CreatePaymentEffect | VerifyPaymentEffect,
  { sessionId, reason }: { readonly sessionId: string; readonly reason: string },
): Promise<void> {
  if (isTest) return;
  const line = { status: 'error', description: FAILED[kind], details: reason } as const;
  await saveClientLogs(pool, sessionId, [logEvent(line, false)]);
}

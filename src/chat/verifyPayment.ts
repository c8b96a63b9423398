import type { EffectResult, VerifyPaymentEffect } from '../engine/index.js';
import { forgetPayment, isPaid, noteAnswered, notePaid } from '../storage/payments.js';
import type { ChatPorts, EffectOrigin } from './ports.js';

/** The chat of a payment, and what it may use. */
export interface PaymentPlace {
  readonly sessionId: string;
  readonly origin: EffectOrigin;
}

/** The result of asking for a payment of which the provider has said that it was made. */
const PAID: EffectResult = { ok: true, value: 'paid' };

/** Asks how the payment stands that a chat waits for: one that was made becomes its answer. */
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
 * Asks the provider how a payment stands, unless it said before that it was made. That it was is noted before the turn is
 * written, so that it counts although the server stops and the visitor leaves; one that is withdrawn is forgotten.
 */
export async function askPayment(
  ports: ChatPorts,
  effect: VerifyPaymentEffect,
  { sessionId, origin }: PaymentPlace,
): Promise<EffectResult> {
  const { pool } = ports;
  if (await isPaid(pool, effect.intentId)) return PAID;
  const result = await ports.handleEffect(effect, sessionId, origin);
  const status = result.ok ? result.value : undefined;
  if (status === 'paid') await notePaid(pool, effect);
  if (status === 'unpaid') await forgetPayment(pool, effect.intentId);
  return result;
}

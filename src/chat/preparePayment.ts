import { intentIn, type CreatePaymentEffect, type EffectResult } from '../engine/index.js';
import { notePayment } from '../storage/payments.js';
import type { ChatPorts, EffectOrigin } from './ports.js';

/** The result of asking for a payment of which the provider has said that it was made. */
export const PAID: EffectResult = { ok: true, value: 'paid' };

/** Prepares a payment, and notes which chat waits for it, so that the provider's message finds the chat. */
export async function preparePayment(
  ports: ChatPorts,
  effect: CreatePaymentEffect,
  { sessionId, origin }: { readonly sessionId: string; readonly origin: EffectOrigin },
): Promise<EffectResult> {
  const result = await ports.handleEffect(effect, sessionId, origin);
  const intentId = intentIn(result);
  if (intentId !== undefined) {
    await notePayment(ports.pool, { intentId, sessionId, credentialsId: effect.credentialsId });
  }
  return result;
}

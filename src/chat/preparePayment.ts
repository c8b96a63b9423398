import {
  intentIn,
  paymentLabel,
  type CreatePaymentEffect,
  type EffectResult,
} from '../engine/index.js';
import { findOpenPayments, notePayment, type PreparedPayment } from '../storage/payments.js';
import type { ChatPorts } from './ports.js';
import { logReason } from './paymentReason.js';
import { askPayment, type PaymentPlace } from './verifyPayment.js';

/**
 * Prepares a payment, and notes which chat waits for it, so that the provider's message finds the chat. What the chat was
 * asked to pay before is withdrawn, or it could be paid as well: a chat leaves its payment without an answer by a command.
 */
export async function preparePayment(
  ports: ChatPorts,
  effect: CreatePaymentEffect,
  place: PaymentPlace,
): Promise<EffectResult> {
  const { sessionId, origin } = place;
  const result = await ports.handleEffect(effect, sessionId, origin);
  if (!result.ok) await logReason(ports, effect, { sessionId, reason: result.error });
  const intentId = intentIn(result);
  if (intentId === undefined) return result;
  const { credentialsId, amount, currency } = effect;
  const asked = { amount, currency };
  const prepared = { intentId, sessionId, credentialsId, label: paymentLabel(asked), asked };
  await notePayment(ports.pool, prepared);
  return (await withdrawEarlier(ports, { effect, place, prepared })) ?? result;
}

/** Gives the failure, if one of them may still be paid. */
async function withdrawEarlier(
  ports: ChatPorts,
  {
    effect: { provider, isTest },
    place,
    prepared,
  }: {
    readonly effect: CreatePaymentEffect;
    readonly place: PaymentPlace;
    readonly prepared: PreparedPayment;
  },
): Promise<EffectResult | undefined> {
  for (const earlier of await findOpenPayments(ports.pool, prepared)) {
    const asked = { kind: 'verifyPayment', provider, isTest, ...earlier } as const;
    const withdrawn = await askPayment(ports, asked, place);
    if (!withdrawn.ok) return withdrawn;
  }
  return undefined;
}

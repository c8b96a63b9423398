import { z } from 'zod';
import type { EffectResult } from '../../interpreter/effect.js';
import type { Session } from '../../interpreter/session.js';

/** The members the client needs to show the payment form. */
export const shownIntentSchema = z.object({
  paymentIntentSecret: z
    .string()
    .describe('The secret of the intent, for the form of the provider.'),
  publicKey: z.string().describe('The public key of the account that is paid to.'),
});

/** The same, with the name that the provider has for the intent: the result of `createPayment`. */
export const intentSchema = shownIntentSchema.extend({ intentId: z.string() });

/** What is stored with a chat that waits for a payment: the intent to be paid, and the text that becomes the answer once it is paid. */
export const memoSchema = z.object({ intentId: z.string(), success: z.string() });

/** The intent that was prepared, of the result of `createPayment`. */
export function intentIn(result: EffectResult): string | undefined {
  return result.ok ? intentSchema.safeParse(result.value).data?.intentId : undefined;
}

/** The reply that answers for a visitor who paid this intent and left; undefined where the chat waits for something else. */
export function replyOfPaid({ phase, at }: Session, intentId: string): string | undefined {
  const waiting = phase === 'running' ? memoSchema.safeParse(at?.memo).data : undefined;
  return waiting?.intentId === intentId ? waiting.success : undefined;
}

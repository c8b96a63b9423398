import { z } from 'zod';

/** What was paid, of a payment intent that succeeded (https://docs.stripe.com/api/payment_intents/object). */
export const paidIntentSchema = z.object({
  amount_received: z.number().int(),
  currency: z.string().length(3),
});

/** The same as the engine counts it: in the smallest unit, of a currency in capital letters. */
export function paidIn({ amount_received: amount, currency }: z.infer<typeof paidIntentSchema>): {
  readonly amount: number;
  readonly currency: string;
} {
  return { amount, currency: currency.toUpperCase() };
}

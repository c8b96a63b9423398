import { z } from 'zod';

/** The paid amount of a payment intent that succeeded (https://docs.stripe.com/api/payment_intents/object). */
export const paidIntentSchema = z.object({
  amount_received: z.number().int(),
  currency: z.string().length(3),
});

/** The amount in the form of the engine: in the smallest unit, with the currency in upper case. */
export function paidIn({ amount_received: amount, currency }: z.infer<typeof paidIntentSchema>): {
  readonly amount: number;
  readonly currency: string;
} {
  return { amount, currency: currency.toUpperCase() };
}

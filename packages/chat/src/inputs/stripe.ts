import type { ChatInput } from '@parley/client';
import { recordOf, textIn } from '../json.js';

interface StripeFields {
  mount(place: HTMLElement): void;
  on(event: 'ready', ready: () => void): void;
}

/** The part of Stripe's script that is used here (https://docs.stripe.com/js). */
interface Stripe {
  elements(options: object): { create(kind: 'payment'): StripeFields };
  confirmPayment(options: object): Promise<{ error?: { message?: string } }>;
  retrievePaymentIntent(secret: string): Promise<{ paymentIntent?: { status: string } }>;
}

/** Confirms a payment. Returns why Stripe refused it, or undefined. */
export type Confirm = () => Promise<string | undefined>;

/**
 * Shows Stripe's fields in an element. When they are ready, returns the function that confirms the payment; undefined when it is
 * paid already, for example after the page of a bank has sent the visitor back.
 */
export async function openFields(
  input: ChatInput,
  place: HTMLElement,
): Promise<Confirm | undefined> {
  const { publicKey, paymentIntentSecret } = recordOf(input.runtimeOptions);
  const stripe = await openStripe(textIn(publicKey));
  const clientSecret = textIn(paymentIntentSecret);
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  if (['succeeded', 'processing'].includes(paymentIntent?.status ?? '')) return undefined;
  const elements = stripe.elements({ clientSecret, appearance: appearanceAt(place) });
  const fields = elements.create('payment');
  const ready = new Promise<void>((resolve) => fields.on('ready', resolve));
  fields.mount(place);
  await ready;
  const billing = { billing_details: billingOf(input.options) };
  const confirmParams = { return_url: location.href, payment_method_data: billing };
  return async () => {
    const paid = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
    return paid.error && (paid.error.message ?? 'The payment failed');
  };
}

/** The colours of the input for Stripe's fields, which do not understand custom properties. */
function appearanceAt(place: HTMLElement): object {
  const form = place.assignedSlot?.closest('form');
  if (!form) return {};
  const { color, backgroundColor, borderRadius } = getComputedStyle(form);
  return { variables: { colorText: color, colorBackground: backgroundColor, borderRadius } };
}

function billingOf(options: unknown): object {
  const { name, email, phoneNumber, address } = recordOf(
    recordOf(options)['additionalInformation'],
  );
  const { postalCode, ...place } = recordOf(address);
  return { name, email, phone: phoneNumber, address: { ...place, postal_code: postalCode } };
}

/** Loads Stripe's script, which has to come from its own address (https://docs.stripe.com/security/guide). */
async function openStripe(publicKey: string): Promise<Stripe> {
  const known = window as { Stripe?: (key: string) => Stripe };
  if (!known.Stripe) {
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      Object.assign(script, { src: 'https://js.stripe.com/v3/', onload: resolve });
      script.onerror = () => reject(new Error('The payment form could not be loaded'));
      document.head.append(script);
    });
  }
  if (!known.Stripe) throw new Error('The payment form could not be loaded');
  return known.Stripe(publicKey);
}

import type { ChatInput } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { recordOf, textIn } from '../actions/payload.js';
import { useView } from '../view/context.js';
import { labelOf, type InputProps } from './inputProps.js';

interface StripeFields {
  mount(place: HTMLElement): void;
  on(event: 'ready', ready: () => void): void;
}

/** What is used of Stripe's script (https://docs.stripe.com/js). */
interface Stripe {
  elements(options: object): { create(kind: 'payment'): StripeFields };
  confirmPayment(options: object): Promise<{ error?: { message?: string } }>;
}

/** Confirms the payment; gives what is said against it, if anything. */
type Confirm = () => Promise<string | undefined>;

/** Stripe's own fields for a payment: card numbers never come near this page. */
export function PaymentInput({ input, answer }: InputProps): JSX.Element {
  const { words } = useView();
  const place = useRef<HTMLDivElement>(null);
  const [pay, setPay] = useState<Confirm>();
  const [failure, setFailure] = useState<string>();
  const [isPaying, setPaying] = useState(false);
  const { paymentIntentSecret, amountLabel } = recordOf(input.runtimeOptions);
  useEffect(() => {
    openFields(input, place.current)
      .then((confirm) => setPay(() => confirm))
      .catch((error: unknown) => setFailure(String(error)));
  }, [paymentIntentSecret]);
  const send = async (): Promise<void> => {
    setPaying(true);
    const refused = await pay?.();
    setPaying(false);
    setFailure(refused);
    if (!refused) answer({ text: labelOf(input, 'success', 'Success') });
  };
  return (
    <form class="bot-payment bot-input" onSubmit={(event) => (event.preventDefault(), void send())}>
      <div ref={place} />
      <p role="alert">{failure ?? ''}</p>
      <button class="bot-button bot-send" disabled={!pay || isPaying}>
        {`${labelOf(input, 'button', 'Pay')} ${textIn(amountLabel)}`}
        <span class="bot-hidden">{isPaying ? words.typing : ''}</span>
      </button>
    </form>
  );
}

/** Shows Stripe's fields at a place, and gives what confirms the payment once they can be filled in. */
async function openFields(input: ChatInput, place: HTMLElement | null): Promise<Confirm> {
  const { publicKey, paymentIntentSecret } = recordOf(input.runtimeOptions);
  const stripe = await openStripe(textIn(publicKey));
  const elements = stripe.elements({ clientSecret: textIn(paymentIntentSecret) });
  const fields = elements.create('payment');
  const ready = new Promise<void>((resolve) => fields.on('ready', resolve));
  if (place) fields.mount(place);
  await ready;
  const billing = { billing_details: billingOf(input.options) };
  const confirmParams = { return_url: location.href, payment_method_data: billing };
  return async () => {
    const paid = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' });
    return paid.error && (paid.error.message ?? 'The payment failed');
  };
}

function billingOf(options: unknown): object {
  const { name, email, phoneNumber, address } = recordOf(
    recordOf(options)['additionalInformation'],
  );
  const { postalCode, ...place } = recordOf(address);
  return { name, email, phone: phoneNumber, address: { ...place, postal_code: postalCode } };
}

/** Stripe's script has to come from its own address (https://docs.stripe.com/security/guide). */
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

import type { ChatInput } from '@parley/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { labelOf, type InputProps } from './inputProps.js';

/** The name of the slot that shows Stripe's fields. */
const SLOT = 'payment';

interface StripeFields {
  mount(place: HTMLElement): void;
  on(event: 'ready', ready: () => void): void;
}

/** What is used of Stripe's script (https://docs.stripe.com/js). */
interface Stripe {
  elements(options: object): { create(kind: 'payment'): StripeFields };
  confirmPayment(options: object): Promise<{ error?: { message?: string } }>;
  retrievePaymentIntent(secret: string): Promise<{ paymentIntent?: { status: string } }>;
}

/** Confirms the payment; gives what is said against it, if anything. */
type Confirm = () => Promise<string | undefined>;

/**
 * Stripe's own fields for a payment: card numbers never come near this page. They do not work within a shadow root, so they are put
 * beside it and shown through a slot.
 */
export function PaymentInput({ input, answer }: InputProps): JSX.Element {
  const { words } = useView();
  const slot = useRef<HTMLSlotElement>(null);
  const [pay, setPay] = useState<Confirm>();
  const [failure, setFailure] = useState<string>();
  const [isPaying, setPaying] = useState(false);
  const { paymentIntentSecret, amountLabel } = recordOf(input.runtimeOptions);
  const succeed = (): void => answer({ text: labelOf(input, 'success', 'Success') });
  useEffect(() => {
    const place = placeIn(slot.current);
    openFields(input, place)
      .then((confirm) => (confirm ? setPay(() => confirm) : succeed()))
      .catch((error: unknown) => {
        console.warn('The payment form could not be loaded:', error);
        setFailure(words.failed);
      });
    return () => place.remove();
  }, [paymentIntentSecret]);
  const send = async (): Promise<void> => {
    setPaying(true);
    const refused = await pay?.();
    setPaying(false);
    setFailure(refused);
    if (!refused) succeed();
  };
  return (
    <form class="bot-payment bot-input" onSubmit={(event) => (event.preventDefault(), void send())}>
      <slot name={SLOT} ref={slot} />
      <p role="alert">{failure ?? ''}</p>
      <button class="bot-button bot-send" disabled={!pay || isPaying}>
        {`${labelOf(input, 'button', 'Pay')} ${textIn(amountLabel)}`}
        <span class="bot-hidden">{isPaying ? words.typing : ''}</span>
      </button>
    </form>
  );
}

/** A place in the page itself, which the slot shows, whatever the styles of the page hide. */
function placeIn(slot: HTMLSlotElement | null): HTMLElement {
  const place = document.createElement('div');
  place.slot = SLOT;
  place.style.setProperty('display', 'block', 'important');
  const root = slot?.getRootNode();
  if (root instanceof ShadowRoot) root.host.append(place);
  return place;
}

/**
 * Shows Stripe's fields at a place, and gives what confirms the payment once they can be filled in; nothing when it is paid already, as
 * after the page of a bank has sent the visitor back.
 */
async function openFields(input: ChatInput, place: HTMLElement): Promise<Confirm | undefined> {
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

/** Stripe's fields in the colours of the input: it takes no custom properties. */
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

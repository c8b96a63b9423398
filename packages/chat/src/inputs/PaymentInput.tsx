import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { labelOf, type InputProps } from './inputProps.js';
import { openFields, type Confirm } from './stripe.js';

/** The name of the slot that shows Stripe's fields. */
const SLOT = 'payment';

/**
 * A payment in Stripe's own fields, so that card numbers never reach this page. The fields do not work within a shadow root: they
 * are put beside it and shown through a slot.
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

/** An element in the page itself, which the slot shows even where the styles of the page hide its kind. */
function placeIn(slot: HTMLSlotElement | null): HTMLElement {
  const place = document.createElement('div');
  place.slot = SLOT;
  place.style.setProperty('display', 'block', 'important');
  const root = slot?.getRootNode();
  if (root instanceof ShadowRoot) root.host.append(place);
  return place;
}

import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import { filledOptions } from '../../integrations/filledOptions.js';
import { parseJson } from '../../values/parseJson.js';
import { optional } from '../../fields/field.js';

const EVENTS = (
  'Lead Contact CompleteRegistration Schedule SubmitApplication ViewContent AddPaymentInfo AddToCart AddToWishlist ' +
  'CustomizeProduct Donate FindLocation InitiateCheckout Purchase Search StartTrial Subscribe Custom'
).split(' ');

const paramSchema = z
  .looseObject({
    id: z.string(),
    key: optional(z.string(), 'Its name.', { title: 'Name' }),
    value: optional(z.unknown(), 'What it holds.', { control: 'TEXT' }),
  })
  .describe('A name and its value.');

/** Lets the client report an event to a tracking pixel; previews report none. */
export const trackingPixel = defineBlock({
  type: 'Tracking pixel',
  family: 'integration',
  label: 'Meta pixel',
  icon: 'eye',
  searchWords: ['facebook', 'track', 'conversion', 'ads'],
  summary: 'Reports an event to the tracking pixel of Meta, on the page of the chat.',
  leaves: 'The client sends the event to Meta. Not in a preview.',
  example: { options: { pixelId: '1', eventType: 'Lead' } },
  schema: schemaOf(
    'Tracking pixel',
    z.looseObject({
      pixelId: optional(z.string(), 'The pixel.', { title: 'Pixel ID' }),
      isInitSkip: optional(z.boolean(), 'Whether the page has set up the pixel already.', {
        default: false,
        title: 'Already on the page',
      }),
      eventType: optional(z.enum(EVENTS), 'What happened; nothing is sent without.', {
        title: 'Event',
        isOnCanvas: true,
      }),
      name: optional(z.string(), 'The name of your own event.', {
        title: 'Name of the event',
        isOnCanvas: true,
        showsWhen: { eventType: ['Custom'] },
      }),
      params: optional(z.array(paramSchema), 'Goes with the event.', { title: 'Details' }),
    }),
  ),
  faults: noFaults,
  enter: ({ options = {} }, context) => {
    const { pixelId, eventType, params } = options;
    if (context.settings.isPreview || !pixelId || !eventType) return { go: 'next' };
    const filled = filledOptions(options, context);
    const typed = params?.map((param) => typedParam(filledOptions(param, context)));
    const trackingPixel = { ...filled, ...(typed && { params: typed }) };
    return { go: 'next', action: { type: 'trackingPixel', trackingPixel } };
  },
});

/** A text that is JSON counts as its value: a price is a number. */
function typedParam(param: Readonly<Record<string, unknown>>): object {
  const { value } = param;
  return { ...param, ...(typeof value === 'string' && { value: parseJson(value) ?? value }) };
}

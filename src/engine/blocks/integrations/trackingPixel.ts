import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { filledOptions } from '../../integrations/filledOptions.js';
import { parseJson } from '../../values/parseJson.js';

const EVENTS = (
  'Lead Contact CompleteRegistration Schedule SubmitApplication ViewContent AddPaymentInfo AddToCart AddToWishlist ' +
  'CustomizeProduct Donate FindLocation InitiateCheckout Purchase Search StartTrial Subscribe Custom'
).split(' ');

const paramSchema = z
  .looseObject({
    id: z.string(),
    key: z.string().optional().describe('Its name; a template.'),
    value: z.unknown().optional().describe('What it holds; a template.'),
  })
  .describe('A name and its value.');

/** Lets the client report an event to a tracking pixel; previews report none. */
export const trackingPixel = defineBlock({
  type: 'Tracking pixel',
  family: 'integration',
  summary: 'Reports an event to a tracking pixel, on the client.',
  leaves: 'The client sends the event to Meta. Not in a preview.',
  example: { options: { pixelId: '1', eventType: 'Lead' } },
  schema: schemaOf(
    'Tracking pixel',
    z.looseObject({
      pixelId: z.string().optional().describe('The pixel.'),
      isInitSkip: z.boolean().optional().meta({
        description: 'Whether the page has set up the pixel already.',
        default: false,
      }),
      eventType: z.enum(EVENTS).optional().describe('What happened; nothing is sent without.'),
      name: z.string().optional().describe('The name of a `Custom` event; a template.'),
      params: z.array(paramSchema).optional().describe('Goes with the event; templates.'),
    }),
  ),
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

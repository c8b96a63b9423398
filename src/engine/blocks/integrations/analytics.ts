import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { numberOrTemplateSchema, schemaOf } from '../kind/blockFields.js';
import { filledOptions } from '../../integrations/filledOptions.js';
import { parseJson } from '../../values/parseJson.js';
import { optional } from '../../fields/field.js';

/** Lets the client count an event; previews do not count. */
export const analytics = defineBlock({
  type: 'Analytics',
  family: 'integration',
  label: 'Google Analytics',
  icon: 'chart',
  searchWords: ['track', 'event', 'conversion'],
  summary: 'Counts an event with Google Analytics, on the page of the chat.',
  leaves: 'The client sends the event to Google Analytics. Not in a preview.',
  example: { options: { trackingId: 'G-1', category: 'Lead', action: 'Asked' } },
  schema: schemaOf(
    'Analytics',
    z.looseObject({
      trackingId: optional(z.string(), 'The Google Analytics property that counts, such as G-1.', {
        title: 'Tracking ID',
      }),
      category: optional(z.string(), 'What the event is about.'),
      action: optional(z.string(), 'What happened.', { isOnCanvas: true }),
      label: optional(z.string(), 'Says more about it.'),
      value: optional(numberOrTemplateSchema, 'A number that goes with it.'),
      sendTo: optional(z.string(), 'The conversion to send it to.', { title: 'Send to' }),
    }),
  ),
  faults: noFaults,
  enter: ({ options }, context) => {
    if (!options || context.settings.isPreview) return { go: 'next' };
    const filled = Object.entries(filledOptions(options, context));
    const guessed = filled.map(([key, value]) => [key, IDS.has(key) ? value : guess(value)]);
    return { go: 'next', action: { type: 'analytics', analytics: Object.fromEntries(guessed) } };
  },
});

const IDS = new Set(['trackingId', 'sendTo']);

/** A text that is JSON counts as its value: the tool needs numbers. */
function guess(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

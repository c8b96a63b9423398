import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { numberOrTemplateSchema, schemaOf } from '../kind/blockFields.js';
import { filledOptions } from '../../integrations/filledOptions.js';
import { parseJson } from '../../values/parseJson.js';

/** Lets the client count an event; previews do not count. */
export const analytics = defineBlock({
  type: 'Analytics',
  family: 'integration',
  summary: 'Counts an event with an analytics tool, on the client.',
  leaves: 'The client sends the event to Google Analytics. Not in a preview.',
  example: { options: { trackingId: 'G-1', category: 'Lead', action: 'Asked' } },
  schema: schemaOf(
    'Analytics',
    z.looseObject({
      trackingId: z.string().optional().describe('The property that counts.'),
      category: z.string().optional().describe('What the event is about; a template.'),
      action: z.string().optional().describe('What happened; a template.'),
      label: z.string().optional().describe('Says more; a template.'),
      value: numberOrTemplateSchema.optional().describe('A number that goes with it.'),
      sendTo: z.string().optional().describe('The conversion to send it to; a template.'),
    }),
  ),
  enter: ({ options }, context) => {
    if (!options || context.settings.isPreview) return { go: 'next' };
    const filled = Object.entries(filledOptions(options, context));
    const guessed = filled.map(([key, value]) => [key, IDS.has(key) ? value : guess(value)]);
    return {
      go: 'next',
      action: { type: 'analytics', analytics: Object.fromEntries(guessed) },
    };
  },
});

const IDS = new Set(['trackingId', 'sendTo']);

/** A text that is JSON counts as its value: the tool needs numbers. */
function guess(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

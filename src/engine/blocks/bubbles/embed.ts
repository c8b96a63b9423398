import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { heightField, heightOf, shownHeight } from '../kind/heightOf.js';
import { toValue } from '../../values/value.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';

const waitForEventSchema = z.looseObject({
  isEnabled: z
    .boolean()
    .optional()
    .describe('Whether the chat waits for the page; false when absent.'),
  name: z.string().optional().describe('The name of the event the page sends.'),
  saveDataInVariableId: variableIdSchema
    .optional()
    .describe('The variable that gets what the page sends along.'),
});

const contentSchema = z.looseObject({
  url: z.string().optional().describe('The address of the page; may hold variables.'),
  ...heightField,
  waitForEvent: waitForEventSchema.optional().describe('The event the chat waits for.'),
});

/** Shows a page of another site. It may wait for an event of that page, which the client reports. */
export const embed = defineBlock({
  type: 'embed',
  family: 'bubble',
  summary: 'Shows a page of another site, and can wait for an event of it.',
  leaves: 'The client loads the page from its address.',
  example: { content: { url: 'https://example.com/map', height: 300 } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('embed'),
    content: contentSchema.optional().describe('What is shown; without it the block is skipped.'),
  }),
  shown: { content: contentSchema.extend(shownHeight) },
  enter: ({ id, type, content }, context) => {
    if (!content) return { go: 'next' };
    const { height, ...others } = content;
    const shown = { ...context.deep(others), ...heightOf(height, context) };
    const message = { id, type, content: shown };
    // A messenger shows a link, and nobody would report the event.
    const isAwaited = content.waitForEvent?.isEnabled && !context.settings.messenger;
    return { go: isAwaited ? 'client' : 'next', message };
  },
  resume: (answer, { content }) => {
    const variableId = content?.waitForEvent?.saveDataInVariableId;
    if (variableId === undefined || !answer.ok || answer.value === undefined) return { go: 'next' };
    return { go: 'next', set: [{ variableId, value: toValue(answer.value) }] };
  },
});

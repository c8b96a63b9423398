import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { heightField, heightOf, shownHeight } from '../kind/heightOf.js';
import { toValue } from '../../values/value.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { missingUrl } from '../kind/ownFaults.js';
import { optional } from '../../fields/field.js';

const waitForEventSchema = z.looseObject({
  isEnabled: optional(z.boolean(), 'Whether the chat waits until the page sends the event.', {
    title: 'On',
    default: false,
  }),
  name: optional(z.string(), 'The name of the event the page sends.', {
    title: 'Name of the event',
  }),
  saveDataInVariableId: optional(
    variableIdSchema,
    'The variable that gets what the page sends along.',
    { title: 'Save the data in' },
  ),
});

const contentSchema = z.looseObject({
  url: optional(z.string(), 'The address of the page.', {
    title: 'Page',
    control: 'URL',
    isOnCanvas: true,
  }),
  ...heightField,
  waitForEvent: optional(waitForEventSchema, 'The event the chat waits for.', {
    title: 'Wait for an event',
  }),
});

/** Shows a page of another site. It may wait for an event of that page, which the client reports. */
export const embed = defineBlock({
  type: 'embed',
  family: 'bubble',
  label: 'Page of another site',
  icon: 'embed',
  searchWords: ['iframe', 'embed', 'website', 'map', 'form'],
  summary: 'Shows a page of another site, and can wait for an event of it.',
  leaves: 'The client loads the page from its address.',
  example: { content: { url: 'https://example.com/map', height: 300 } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('embed'),
    content: optional(contentSchema, 'What is shown; without it the block is skipped.'),
  }),
  shown: { content: contentSchema.extend(shownHeight) },
  faults: ({ content }) => missingUrl(content),
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

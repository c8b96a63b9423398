import { z } from 'zod';
import { optional } from '../fields/field.js';
import type { BlockContext } from '../blocks/kind/block.js';
import { clientCodeSchema } from './clientActions.js';
import type { Message } from './reply.js';

/** A bubble that code of the client draws. */
export const customEmbedSchema = z.looseObject({
  url: optional(z.string(), 'The address of what it shows'),
  maxBubbleWidth: optional(z.number(), 'How wide it may be, in pixels'),
  initFunction: clientCodeSchema.describe(
    'Draws the bubble; also receives the element to draw in, `botElement`',
  ),
  waitForEventFunction: optional(
    clientCodeSchema,
    'What the chat waits for; also receives `continueFlow`, which it calls with the text to continue with',
  ),
});

/** The message of such a bubble; its id is new, because no stored block is a custom embed. */
export function customEmbed(
  content: z.infer<typeof customEmbedSchema>,
  context: BlockContext,
): Message {
  return { id: context.env.newId(), type: 'custom-embed', content };
}

import { z } from 'zod';
import { defineBlock } from '../../block.js';
import { blockFields } from '../../blockFields.js';
import { conditionSchema, holds } from '../../condition.js';

/**
 * Leaves through the first item whose condition holds; such an item without an edge ends the path. When none holds the
 * block's own edge is the "else" (engine §4.6).
 */
export const condition = defineBlock({
  type: 'Condition',
  family: 'logic',
  summary: 'Takes one way or another, depending on variables.',
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Condition'),
    items: z.array(
      z.looseObject({
        id: z.string(),
        outgoingEdgeId: z.string().optional(),
        content: conditionSchema.optional(),
      }),
    ),
  }),
  enter: ({ items }, here) => {
    const item = items.find(({ content }) => content && holds(content, here));
    return item ? { go: 'edge', edgeId: item.outgoingEdgeId } : { go: 'next' };
  },
});

import { z } from 'zod';
import { defineBlock } from '../block.js';

/** Stands in for kinds that a newer server wrote: such a block is kept as it is, and passed over with a log (choices, "Success and failure"). */
export const unknown = defineBlock({
  type: 'unknown',
  family: 'bubble',
  summary: 'A block of a kind this server does not know.',
  example: {},
  schema: z.looseObject({
    id: z.string(),
    type: z.string(),
    outgoingEdgeId: z.string().optional(),
  }),
  enter: ({ id, type }) => ({
    go: 'next',
    logs: [
      {
        status: 'info',
        description: `Skipped block ${id}: blocks of type "${type}" are not known here`,
      },
    ],
  }),
});

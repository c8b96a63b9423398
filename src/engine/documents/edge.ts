import { z } from 'zod';
import { partIdSchema } from './partId.js';

const originSchema = z.union(
  [
    z.looseObject({ eventId: z.string() }),
    z.looseObject({
      blockId: z.string(),
      itemId: z.string().optional(),
      pathId: z.string().optional(),
    }),
  ],
  'must hold the text `eventId`, or the text `blockId` with, if need be, the texts `itemId` and `pathId`',
);

/**
 * A connection from an event, a block, or one item or path of a block to a group or to a block in it. It may name
 * things that do not exist: real flows do, and the path then ends.
 */
export const edgeSchema = z.looseObject({
  id: partIdSchema,
  from: originSchema,
  to: z.looseObject({ groupId: z.string(), blockId: z.string().optional() }),
});

/** A connection of a flow. */
export type Edge = z.infer<typeof edgeSchema>;

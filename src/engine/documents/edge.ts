import { z } from 'zod';
import { optional } from '../fields/field.js';
import { partIdSchema } from './commonMembers.js';

const originSchema = z.union(
  [
    z.looseObject({ eventId: z.string().describe('The event') }),
    z.looseObject({
      blockId: z.string().describe('The block'),
      itemId: optional(z.string(), 'The item of the block; absent: the block as a whole'),
      pathId: optional(z.string(), 'The path of the item or block'),
    }),
  ],
  'Must hold the text `eventId`, or the text `blockId` with, if need be, the texts `itemId` and `pathId`',
);

const targetSchema = z.looseObject({
  groupId: z.string().describe('The group'),
  blockId: optional(z.string(), 'The block'),
});

/**
 * A connection from an event, a block, or one item or path of a block to a group or to a block in it. It may name
 * things that do not exist: real flows do, and the path then ends.
 */
export const edgeSchema = z
  .looseObject({
    id: partIdSchema,
    from: originSchema.describe('Where the edge begins'),
    to: targetSchema.describe('Where the edge leads'),
  })
  .meta({ id: 'Edge' });

/** The connections of a flow. */
export const edgesSchema = z.array(edgeSchema).describe('What joins the parts');

/** A connection of a flow. */
export type Edge = z.infer<typeof edgeSchema>;

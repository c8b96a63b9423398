import { z } from 'zod';
import { coordinatesSchema, outgoingEdgeIdSchema } from './event.js';
import { partIdSchema, typeMember } from './commonMembers.js';

/**
 * The members of every block, whatever its kind. A stored flow may hold kinds this server does not know, so only groups
 * that are sent are checked further: see `sentGroup.ts`.
 */
export const storedBlockSchema = z
  .looseObject({
    id: partIdSchema,
    type: typeMember(z.string()),
    outgoingEdgeId: outgoingEdgeIdSchema,
  })
  .meta({ id: 'Block' });

/** The blocks of a group, each checked by this schema. */
export function blocksOf<S extends z.ZodType>(schema: S) {
  return z.array(schema).describe('What the group does, in order');
}

/** Blocks that run one after another, under a title. */
export const groupSchema = z
  .looseObject({
    id: partIdSchema,
    title: z.string().describe('What people call it'),
    graphCoordinates: coordinatesSchema,
    blocks: blocksOf(storedBlockSchema),
  })
  .meta({ id: 'Group' });

/** The groups of a flow, each checked by this schema. */
export function groupsOf<S extends z.ZodType>(schema: S) {
  return z.array(schema).describe('The groups of blocks');
}

/** Blocks that run one after another, under a title. */
export type Group = z.infer<typeof groupSchema>;

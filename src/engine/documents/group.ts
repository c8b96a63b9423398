import { z } from 'zod';
import { partIdSchema } from './partId.js';
import { coordinatesSchema } from './event.js';

/**
 * The members of every block, whatever its kind. A stored flow may hold kinds this server does not know, so only groups
 * that are sent are checked further: see `sentGroup.ts`.
 */
export const storedBlockSchema = z.looseObject({
  id: partIdSchema,
  type: z.string(),
  outgoingEdgeId: z.string().optional(),
});

/** Blocks that run one after another, under a title. */
export const groupSchema = z.looseObject({
  id: partIdSchema,
  title: z.string(),
  graphCoordinates: coordinatesSchema,
  blocks: z.array(storedBlockSchema),
});

/** Blocks that run one after another, under a title. */
export type Group = z.infer<typeof groupSchema>;

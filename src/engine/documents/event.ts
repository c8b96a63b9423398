import { z } from 'zod';
import { partIdSchema } from './partId.js';

/** A place on the canvas of an editor; the engine never reads it. */
export const coordinatesSchema = z.looseObject({ x: z.number(), y: z.number() });

/** An entry into the flow. Kinds this server does not know are kept. */
export const eventSchema = z.looseObject({
  id: partIdSchema,
  type: z.string(),
  outgoingEdgeId: z.string().optional(),
  graphCoordinates: coordinatesSchema,
});

/** The entries of a flow: the start first, once, then any others. */
export const eventsSchema = z.tuple(
  [eventSchema.extend({ type: z.literal('start', 'the first event must be of type "start"') })],
  eventSchema,
  'must be a list of events, the start first',
);

/** One entry into a flow. */
export type FlowEvent = z.infer<typeof eventSchema>;

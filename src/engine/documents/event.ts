import { z } from 'zod';
import { partIdSchema } from './partId.js';

/** A position on the canvas of an editor; the engine never reads it. */
export const coordinatesSchema = z.looseObject({ x: z.number(), y: z.number() });

/** An entry point of the flow. Unknown kinds are kept. */
export const eventSchema = z.looseObject({
  id: partIdSchema,
  type: z.string(),
  outgoingEdgeId: z.string().optional(),
  graphCoordinates: coordinatesSchema,
});

/** The entry points of a flow: the start first, once, then any others. */
export const eventsSchema = z.tuple(
  [eventSchema.extend({ type: z.literal('start', 'the first event must be of type "start"') })],
  eventSchema,
  'must be a list of events, the start first',
);

/** One entry point of a flow. */
export type FlowEvent = z.infer<typeof eventSchema>;

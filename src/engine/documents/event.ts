import { z } from 'zod';
import { optional } from '../fields/field.js';
import { partIdSchema, typeMember } from './commonMembers.js';

/** A position on the canvas of an editor; the engine never reads it. */
export const coordinatesSchema = z
  .looseObject({
    x: z.number().describe('From left to right, in px'),
    y: z.number().describe('From top to bottom, in px'),
  })
  .describe('Where it stands in the editor');

/** The edge that the walk takes from a part of the flow. */
export const outgoingEdgeIdSchema = optional(z.string(), 'The edge it leaves by');

/** An entry point of the flow. Unknown kinds are kept. */
export const eventSchema = z
  .looseObject({
    id: partIdSchema,
    type: typeMember(z.string()),
    outgoingEdgeId: outgoingEdgeIdSchema,
    graphCoordinates: coordinatesSchema,
  })
  .meta({ id: 'FlowEvent' });

const startEventSchema = eventSchema.extend({
  type: typeMember(z.literal('start', 'the first event must be of type "start"')),
});

/** The entry points of a flow: the start first, once, then any others. */
export const eventsSchema = z
  .tuple([startEventSchema], eventSchema, 'Must be a list of events, the start first')
  .describe('Where the flow can be entered');

/** One entry point of a flow. */
export type FlowEvent = z.infer<typeof eventSchema>;

import { z } from 'zod';
import { typeMember } from '../documents/optionalMembers.js';

/** Where a preview begins instead of the start event. */
export const startFromSchema = z.discriminatedUnion('type', [
  z.object({ type: typeMember(z.literal('group')), groupId: z.string().describe('The group') }),
  z.object({ type: typeMember(z.literal('event')), eventId: z.string().describe('The event') }),
  z.object({ type: typeMember(z.literal('block')), blockId: z.string().describe('The block') }),
]);

/** Where a preview begins instead of the start event. */
export type StartFrom = z.infer<typeof startFromSchema>;

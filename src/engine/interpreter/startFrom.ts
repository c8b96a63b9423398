import { z } from 'zod';

/** Where a preview begins instead of the start event. */
export const startFromSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('group'), groupId: z.string() }),
  z.object({ type: z.literal('event'), eventId: z.string() }),
]);

/** Where a preview begins instead of the start event. */
export type StartFrom = z.infer<typeof startFromSchema>;

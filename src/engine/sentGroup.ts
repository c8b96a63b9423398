import { z } from 'zod';
import { kindOf } from './blocks/index.js';
import { groupSchema, storedBlockSchema } from './group.js';

/**
 * A group as a caller sends it: every block is checked by its kind. A block of a kind this server does not know is
 * taken with what every block has.
 */
export const sentGroupSchema = groupSchema.extend({
  blocks: z.array(
    storedBlockSchema.superRefine((block, context) => {
      const { error } = kindOf(block.type).schema.safeParse(block);
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [...path], message });
    }),
  ),
});

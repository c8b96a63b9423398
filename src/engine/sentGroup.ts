import { z } from 'zod';
import { isKnownType, kindOf } from './blocks/index.js';
import { groupSchema, storedBlockSchema } from './group.js';

/**
 * A group as a caller sends it: every block is checked by its kind, and one of a kind that does not exist is refused
 * (choices, "Success and failure"). What is stored is not checked again: see `group.ts`.
 */
export const sentGroupSchema = groupSchema
  .extend({
    blocks: z.array(
      storedBlockSchema.superRefine((block, context) => {
        const { error } = kindOf(block.type).schema.safeParse(block);
        for (const { path, message } of error?.issues ?? [])
          context.addIssue({ code: 'custom', path: [...path], message });
      }),
    ),
  })
  .superRefine(({ title, blocks }, context) => {
    for (const [index, { id, type }] of blocks.entries()) {
      if (isKnownType(type)) continue;
      const message = `is "${brief(type)}", a type no block has (block ${brief(id)} of group "${brief(title)}")`;
      context.addIssue({ code: 'custom', path: ['blocks', index, 'type'], message });
    }
  });

/** What was sent may be of any length. */
function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

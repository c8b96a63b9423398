import { z } from 'zod';
import { defineBlock } from '../../block.js';
import { blockFields } from '../../blockFields.js';
import { resolveRichText } from '../../richText.js';
import { richTextNodeSchema } from '../../richTextNode.js';
import { textContent } from '../../textContent.js';

/** Says something (engine §5.5). */
export const text = defineBlock({
  type: 'text',
  family: 'bubble',
  summary: 'Says a text, with variables filled in.',
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('text'),
    content: z
      .looseObject({
        richText: z.array(richTextNodeSchema).optional(),
        html: z.string().optional(),
        plainText: z.string().optional(),
      })
      .optional(),
  }),
  enter: ({ id, type, content }, here) => {
    if (!content) return { go: 'next' };
    const richText = resolveRichText(content.richText ?? [], here);
    return { go: 'next', message: { id, type, content: textContent(richText) } };
  },
});

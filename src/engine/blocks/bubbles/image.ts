import { z } from 'zod';
import { defineBlock } from '../../block.js';
import { blockFields } from '../../blockFields.js';

/** Shows a picture, which may link somewhere. */
export const image = defineBlock({
  type: 'image',
  family: 'bubble',
  summary: 'Shows a picture.',
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('image'),
    content: z
      .looseObject({
        url: z.string().optional(),
        clickLink: z
          .looseObject({ url: z.string().optional(), alt: z.string().optional() })
          .optional(),
      })
      .optional(),
  }),
  enter: ({ id, type, content }, here) =>
    content ? { go: 'next', message: { id, type, content: here.deep(content) } } : { go: 'next' },
});

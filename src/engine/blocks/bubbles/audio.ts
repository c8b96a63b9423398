import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';

/** Plays a sound. */
export const audio = defineBlock({
  type: 'audio',
  family: 'bubble',
  summary: 'Plays a sound.',
  leaves: 'The client loads the sound from its address.',
  example: { content: { url: 'https://example.com/hello.mp3', isAutoplayEnabled: false } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('audio'),
    content: z
      .looseObject({
        url: z.string().optional().describe('The address of the sound; may hold variables.'),
        isAutoplayEnabled: z
          .boolean()
          .optional()
          .describe('Whether it starts by itself; true when absent.'),
      })
      .optional()
      .describe('What is played; without it the block is skipped.'),
  }),
  enter: ({ id, type, content }, context) =>
    content
      ? { go: 'next', message: { id, type, content: context.deep(content) } }
      : { go: 'next' },
});

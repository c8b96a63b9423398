import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { missingUrl } from '../kind/ownFaults.js';
import { optional } from '../../fields/field.js';

/** Plays a sound. */
export const audio = defineBlock({
  type: 'audio',
  family: 'bubble',
  label: 'Sound',
  icon: 'sound',
  searchWords: ['audio', 'music', 'voice', 'recording'],
  summary: 'Plays a sound.',
  leaves: 'The client loads the sound from its address.',
  example: { content: { url: 'https://example.com/hello.mp3', isAutoplayEnabled: false } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('audio'),
    content: optional(
      z.looseObject({
        url: optional(z.string(), 'The address of the sound.', {
          title: 'Sound',
          control: 'FILE',
          isOnCanvas: true,
        }),
        isAutoplayEnabled: optional(z.boolean(), 'Whether it starts by itself.', {
          title: 'Plays by itself',
          default: true,
        }),
      }),
      'What is played; without it the block is skipped.',
    ),
  }),
  faults: ({ content }) => missingUrl(content),
  enter: ({ id, type, content }, context) =>
    content
      ? { go: 'next', message: { id, type, content: context.deep(content) } }
      : { go: 'next' },
});

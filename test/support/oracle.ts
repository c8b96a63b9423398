import { z } from 'zod';
import { defineBlock } from '../../src/engine/blocks/kind/block.js';
import { noFaults } from '../../src/engine/blocks/kind/blockFault.js';
import { blockFields } from '../../src/engine/blocks/kind/blockFields.js';
import { field } from '../../src/engine/fields/field.js';

/** A kind that neither the server nor the console knows. */
export const oracle = defineBlock({
  type: 'oracle',
  family: 'logic',
  label: 'Oracle',
  icon: 'split',
  searchWords: [],
  summary: 'Asks the stars.',
  example: {},
  initial: { options: { isFormula: false }, items: [{ mood: 'good' }, { mood: 'bad' }] },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('oracle'),
    options: z
      .looseObject({
        wish: z
          .string()
          .optional()
          .meta(
            field('What is asked.', {
              control: 'CODE',
              textWhen: { isFormula: [false] },
              isOnCanvas: true,
            }),
          ),
        isFormula: z.boolean().optional().meta(field('Whether it is code.')),
      })
      .optional(),
    items: z.array(
      z.looseObject({
        id: z.string(),
        outgoingEdgeId: z.string().optional(),
        mood: z
          .enum(['good', 'bad'])
          .meta(field('The stars.', { labels: { good: 'Good stars' }, isOnCanvas: true })),
      }),
    ),
  }),
  faults: noFaults,
  enter: () => ({ go: 'next' }),
});

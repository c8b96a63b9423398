import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { blockFields } from '../kind/blockFields.js';
import { field, optional } from '../../fields/field.js';

const itemSchema = z.looseObject({
  id: z.string(),
  outgoingEdgeId: optional(z.string(), 'Where it leads.'),
  path: z
    .enum(['a', 'b'])
    .meta(field('Which of the two ways it is.', { title: 'Way', isOnCanvas: true })),
});

/**
 * Draws one of two branches, at random each time; when A is drawn and leads nowhere, B is taken. At 0 and 100 percent, or with one
 * way out, nothing is drawn.
 */
export const abTest = defineBlock({
  type: 'AB test',
  family: 'logic',
  label: 'A/B test',
  icon: 'split',
  searchWords: ['random', 'chance', 'experiment', 'split'],
  summary: 'Takes one of two ways by chance.',
  example: {
    items: [
      { id: 'a', path: 'a' },
      { id: 'b', path: 'b' },
    ],
    options: { aPercent: 20 },
  },
  initial: { items: [{ path: 'a' }, { path: 'b' }] },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('AB test'),
    items: z.array(itemSchema).meta(field('The two ways.', { title: 'Ways' })),
    options: z
      .looseObject({
        aPercent: optional(z.number().min(0).max(100), 'How often way A is taken.', {
          title: 'Share of way A',
          default: 50,
          unit: '%',
        }),
      })
      .optional(),
  }),
  faults: noFaults,
  enter: ({ items, options }, context) => {
    const exitOf = (path: string) => items.find((item) => item.path === path)?.outgoingEdgeId;
    const { aPercent = 50 } = options ?? {};
    const b = exitOf('b');
    const a = exitOf('a') ?? b;
    // Without a draw the same way is taken each time, so that loops are detected.
    const isDrawn = a !== b && aPercent > 0 && aPercent < 100;
    const isA = isDrawn ? context.env.random() * 100 < aPercent : aPercent > 0;
    const edgeId = isA ? a : b;
    return edgeId === undefined ? { go: 'next' } : { go: 'edge', edgeId };
  },
});

import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { newBlock } from '../../packages/console/src/canvas/model/gestures.js';
import { outletsOf } from '../../packages/console/src/canvas/model/outlets.js';
import { planOf } from '../../packages/console/src/canvas/model/plan.js';
import { fieldTree, hasText } from '../../packages/console/src/inspector/formModel.js';
import { defineBlock } from '../../src/engine/blocks/kind/block.js';
import { noFaults } from '../../src/engine/blocks/kind/blockFault.js';
import { blockFields } from '../../src/engine/blocks/kind/blockFields.js';
import { field } from '../../src/engine/fields/field.js';
import { counter, flow, group } from '../support/canvasFlow.js';
import { describedKind, fieldsOf } from '../support/kinds.js';

/** A kind that neither the server nor the console knows. */
const oracle = defineBlock({
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
const kinds = new Map([['oracle', describedKind(oracle)]]);
const added = newBlock(kinds.get('oracle')?.initial, counter());

test('a kind that the server adds begins as it says, with its words and its ways on the canvas', () => {
  expect(oracle.schema.safeParse(added).success).toBe(true);
  const block = { ...added, options: { isFormula: false, wish: 'Rain?\nOr sun?' } };
  const [plan] = planOf(group('g', 0, block), kinds).blocks;
  expect(plan).toMatchObject({ text: 'Rain? Or sun?', items: [{}, {}] });
  const inGroup = { ...flow, groups: [group('g', 0, block)] };
  const ways = outletsOf(inGroup, { blockId: added.id, groupIds: [] }, kinds);
  expect(ways.map(({ text }) => text)).toEqual(['Good stars', 'Bad', 'Otherwise']);
});

test('and it has its form, in which code that is a text is written as one', () => {
  const fields = fieldsOf(oracle);
  expect(fieldTree(fields).map((node) => node.field.path)).toEqual([
    'options.wish',
    'options.isFormula',
    'items',
  ]);
  const [wish] = fields;
  expect(wish && hasText(wish, added)).toBe(true);
  expect(wish && hasText(wish, { options: { isFormula: true } })).toBe(false);
});

import { z } from 'zod';
import { defineBlock, type ConditionTried } from '../kind/block.js';
import { conditionFaults } from '../../conditions/conditionFaults.js';
import { coveredItems } from '../../conditions/coveredItems.js';
import { blockFields } from '../kind/blockFields.js';
import { conditionSchema, explainCondition, holds } from '../../conditions/condition.js';
import { field, optional } from '../../fields/field.js';

/**
 * Leaves through the first item whose condition holds; such an item without an edge ends the path. When none holds, the
 * block's own edge is the "else".
 */
export const condition = defineBlock({
  type: 'Condition',
  family: 'logic',
  label: 'Condition',
  icon: 'branch',
  searchWords: ['if', 'else', 'when', 'branch', 'filter'],
  summary: 'Takes one way or another, depending on variables.',
  example: {
    items: [
      {
        id: 'adult',
        content: {
          comparisons: [
            { id: '1', variableId: 'vAge', comparisonOperator: 'Greater or equal to', value: '18' },
          ],
        },
      },
    ],
  },
  initial: { items: [{}] },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('Condition'),
    items: z
      .array(
        z
          .looseObject({
            id: z.string(),
            outgoingEdgeId: optional(
              z.string(),
              'Where it goes on when the condition holds; without it the path ends.',
            ),
            content: optional(conditionSchema, 'The condition.', {
              title: 'Condition',
              isOnCanvas: true,
            }),
          })
          .describe('A way to go on, and its condition.'),
      )
      .meta(
        field('Tried one after another; when none holds the block is left as usual.', {
          title: 'Ways',
        }),
      ),
  }),
  *faults({ items }) {
    for (const [place, { id, content }] of items.entries())
      if (content) {
        const item = { itemId: id, about: `item ${place + 1}` };
        yield* conditionFaults(content, { ...item, path: `items[${place}].content` });
      }
    yield* coveredItems(items);
  },
  explain: ({ items }, context) => {
    const tried: ConditionTried[] = [];
    for (const { id, content } of items) {
      if (!content) continue;
      const outcome = { itemId: id, ...explainCondition(content, context) };
      tried.push(outcome);
      if (outcome.holds) break;
    }
    return tried;
  },
  enter: ({ items }, context) => {
    const item = items.find(({ content }) => content && holds(content, context));
    return item ? { go: 'edge', edgeId: item.outgoingEdgeId } : { go: 'next' };
  },
});

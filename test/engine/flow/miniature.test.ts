import { expect, test } from '@jest/globals';
import { miniatureOf } from '../../../src/engine/flow/miniature.js';
import { ask, flowOf, say } from '../../support/flowOf.js';

test('a small picture of a flow has its first 200 groups and each pair of them that edges join', () => {
  const crowd = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`G${index}`, []]));
  const { definition } = flowOf({
    groups: {
      First: [
        { ...say('Hi'), to: 'Second' },
        { ...ask('text input'), to: 'Second' },
        { ...say('Bye'), to: 'G199' },
      ],
      Second: [{ ...say('Again'), to: 'First' }],
      ...crowd,
    },
  });
  const [first] = definition.groups;
  if (first) first.graphCoordinates = { x: 12.5, y: -3 };
  const { groups, edges } = miniatureOf(definition);
  expect(groups).toHaveLength(200);
  expect(groups[0]).toEqual([12.5, -3]);
  expect(edges).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

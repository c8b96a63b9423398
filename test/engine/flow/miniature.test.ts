import { expect, test } from '@jest/globals';
import type { FlowDefinition } from '../../../src/engine/flow/flow.js';
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
  const { groups, edges } = pictureOf(definition);
  expect(groups).toHaveLength(200);
  expect(groups[0]).toEqual([12.5, -3]);
  expect(edges).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('a small picture of a flow whose groups are all joined has the first 1,000 pairs of them', () => {
  const { edges } = pictureOf(dense(200, 1));
  expect(edges).toHaveLength(1_000);
  expect(edges.slice(0, 2)).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

test('a small picture of a large flow is made in short steps', () => {
  const many = dense(3, 10_000);
  expect([...miniatureOf(many)].length).toBeGreaterThan(10);
  const joined = Array.from({ length: 10_000 }, () => many.edges).flat();
  expect([...miniatureOf({ ...dense(3, 1), edges: joined })].length).toBeGreaterThan(10);
});

function pictureOf(definition: FlowDefinition) {
  const steps = miniatureOf(definition);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A flow in which every group has an edge to each. */
function dense(groupCount: number, blockCount: number): FlowDefinition {
  const { definition } = flowOf({ groups: {} });
  const numbers = [...Array(groupCount).keys()];
  return {
    ...definition,
    groups: numbers.map((group) => ({
      ...{ id: `g${group}`, title: '', graphCoordinates: { x: group, y: 0 } },
      blocks: [...Array(blockCount).keys()].map((block) => ({
        id: `b${group}.${block}`,
        type: 'Jump',
      })),
    })),
    edges: numbers.flatMap((from) =>
      numbers.map((to) => ({
        ...{ id: `e${from}.${to}`, from: { blockId: `b${from}.0` }, to: { groupId: `g${to}` } },
      })),
    ),
  };
}

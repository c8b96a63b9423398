import { applyEdits, type Flow, type FlowEdit } from '@parley/client';
import { expect, test } from '@jest/globals';
import {
  dropBeside,
  hasLooseItems,
  moveItem,
} from '../../packages/console/src/canvas/model/drops.js';
import { sceneOf } from '../../packages/console/src/canvas/model/scene.js';
import { itemSlotAt } from '../../packages/console/src/canvas/input/places.js';
import { counter, flow, group, text } from '../support/canvasFlow.js';
import { kinds } from '../support/kinds.js';

const sizes = {
  ...{ id: 'size', type: 'choice input' },
  items: [{ id: 'red', content: 'Small' }],
};
const two: Flow = { ...flow, groups: [...flow.groups, group('c', 800, sizes)] };
const after = ({ edits }: { readonly edits: readonly FlowEdit[] }, before = two) =>
  applyEdits(before, edits);
const itemsIn = ({ groups }: Flow, blockId: string) =>
  groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === blockId)?.['items'];

test('a block that is dropped beside all groups gets a group of its own, or takes its own along', () => {
  const newId = counter();
  const point = { x: 40, y: 900 };
  const { groups } = after(dropBeside(two, 'hello', { point, newId })).flow;
  expect(groups.map(({ blocks }) => blocks.length)).toEqual([1, 1, 1, 1]);
  expect(groups[3]).toMatchObject({ graphCoordinates: point, blocks: [{ id: 'hello' }] });
  const alone = after(dropBeside(two, 'bye', { point, newId })).flow;
  expect(alone.groups[1]).toMatchObject({ id: 'b', graphCoordinates: point });
  expect(alone.groups).toHaveLength(3);
});

test('a button is dragged to another question, and where it leads stays; one undo brings it back', () => {
  const target = { blockId: 'size', index: 0 };
  const moved = moveItem(two, { blockId: 'ask', itemId: 'red' }, { target, newId: counter() });
  const { flow: made, inverse } = after(moved);
  expect(itemsIn(made, 'ask')).toEqual([{ id: 'blue', content: 'Blue' }]);
  expect(itemsIn(made, 'size')).toEqual([
    { id: 'new1', content: 'Red', outgoingEdgeId: 'toEnd' },
    { id: 'red', content: 'Small' },
  ]);
  expect(made.edges[1]).toMatchObject({ id: 'toEnd', from: { blockId: 'size', itemId: 'new1' } });
  expect(applyEdits(made, inverse).flow).toEqual(two);
});

test('buttons are put in another order; the last one of a question stays, and none goes to another kind of block', () => {
  const item = { blockId: 'ask', itemId: 'red' };
  const to = (blockId: string, index: number) => ({ target: { blockId, index }, newId: counter() });
  const ordered = after(moveItem(two, item, to('ask', 2))).flow;
  expect(itemsIn(ordered, 'ask')).toMatchObject([{ id: 'blue' }, { id: 'red' }]);
  expect(moveItem(two, item, to('ask', 1)).edits).toEqual([]);
  expect(moveItem(two, { blockId: 'size', itemId: 'red' }, to('ask', 0)).edits).toEqual([]);
  expect(moveItem(two, item, to('bye', 0)).edits).toEqual([]);
  const ab = { id: 'ab', type: 'AB test', items: [{ id: 'a', path: 'a' }] };
  expect(hasLooseItems(ab, kinds)).toBe(false);
});

test('the place between two buttons is found where one is dragged, in blocks of its kind alone', () => {
  const groups = [...two.groups, group('d', 1_200, text('last', 'End'))];
  const scene = sceneOf({ ...two, groups }, kinds);
  const slot = (x: number, y: number) => itemSlotAt(scene, { x, y }, 'choice input');
  expect(slot(10, 150)).toMatchObject({ blockId: 'ask', index: 1 });
  expect(slot(810, 60)).toMatchObject({ blockId: 'size', index: 0 });
  expect(slot(1_210, 50)).toBeUndefined();
  expect(slot(-900, 50)).toBeUndefined();
});

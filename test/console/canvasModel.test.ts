import { applyEdits, type Flow, type FlowEdit } from '@parley/client';
import { expect, test } from '@jest/globals';
import { itemSlotAt } from '../../packages/console/src/canvas/input/places.js';
import { filledDays, namedDays, questionsOf } from '../../packages/console/src/analytics/losses.js';
import { withCounts } from '../../packages/console/src/canvas/model/counts.js';
import {
  dropBeside,
  hasLooseItems,
  moveItem,
} from '../../packages/console/src/canvas/model/drops.js';
import {
  changesOverlay,
  coverageOverlay,
  lookOf,
  type Overlay,
  problemsOverlay,
  runOverlay,
  visitorsOverlay,
} from '../../packages/console/src/canvas/model/overlay.js';
import { sceneOf } from '../../packages/console/src/canvas/model/scene.js';
import { counter, flow, group, text } from '../support/canvasFlow.js';
import { kinds } from '../support/kinds.js';

const said = ({ parts }: Overlay) =>
  Object.fromEntries([...parts].map(([id, { look, words }]) => [id, `${look}: ${words}`]));
const lookOfGroup = (overlay: Overlay, id: string) => {
  const part = sceneOf(flow, kinds).partById.get(id);
  return part && lookOf(overlay, part);
};

test('problems are shown where they are, the gravest of each part', () => {
  const at = (level: string, groupId: string | null, blockId: string | null) => ({
    ...{ level, groupId, blockId },
  });
  const overlay = problemsOverlay([
    at('WARNING', 'a', 'ask'),
    at('ERROR', 'a', 'ask'),
    at('HINT', 'b', null),
  ]);
  expect(said(overlay)).toEqual({ ask: 'error: 2 problems', b: 'warning: 1 problem' });
  expect(overlay.summary).toBe('3 problems');
  expect([lookOfGroup(overlay, 'a'), lookOfGroup(overlay, 'start')]).toEqual(['error', undefined]);
});

test('changes since the live version are shown as added, changed and removed', () => {
  const change = (kind: string, partId: string, groupId: string | null = null) => ({
    ...{ kind, partId, groupId },
  });
  const live = [
    { groupId: 'gone', title: 'Old', position: { x: 5, y: 6 } },
    { groupId: 'a', title: 'A', position: { x: 0, y: 0 } },
  ];
  const overlay = changesOverlay(
    [
      change('GROUP_ADDED', 'b'),
      change('GROUP_REMOVED', 'gone'),
      change('BLOCK_ADDED', 'bye', 'b'),
      change('BLOCK_CHANGED', 'bye', 'b'),
      change('BLOCK_MOVED', 'ask', 'a'),
      change('BLOCK_REMOVED', 'lost', 'a'),
      change('EDGE_REWIRED', 'toEnd'),
    ],
    live,
  );
  expect(said(overlay)).toEqual({
    b: 'added: Added',
    bye: 'added: Added',
    ask: 'changed: Moved',
    a: 'changed: A block was removed',
  });
  expect(overlay.lines.get('toEnd')).toEqual({ look: 'changed', width: 3 });
  expect(overlay.gone).toMatchObject([{ id: 'gone', words: 'Removed: Old', box: { x: 5, y: 6 } }]);
  expect(overlay.summary).toBe('7 changes since what is live');
});

test('coverage shows which blocks an exploration reached, and groups of which it reached some', () => {
  const overlay = coverageOverlay(flow, ['ask', 'bye']);
  expect(said(overlay)).toEqual({
    a: 'part: 1 of 2',
    hello: 'full: ',
    ask: 'none: Not reached',
    b: 'none: 0 of 1',
    bye: 'none: Not reached',
  });
  expect(overlay.summary).toBe('1 of 3 blocks reached');
});

test('visitors are shown as the width of edges, with shares and numbers, and those who left', () => {
  const counts = {
    blocks: [
      { blockId: 'hello', reached: 1_200, answered: 0, left: 0 },
      { blockId: 'ask', reached: 1_200, answered: 900, left: 300 },
    ],
    edges: [{ edgeId: 'toEnd', total: 300 }],
  };
  const overlay = visitorsOverlay(counts);
  expect(overlay.lines.get('toEnd')).toMatchObject({ width: 7, words: '25 % · 300' });
  expect(said(overlay)).toEqual({ hello: `full: 1,200`, ask: `warning: 900 of 1,200, 300 left` });
  const next = { isWhole: false, blocks: [], edges: [{ edgeId: 'toEnd', total: 1_200 }] };
  expect(visitorsOverlay(withCounts(counts, next)).lines.get('toEnd')?.width).toBe(14);
  expect(withCounts(counts, { ...next, isWhole: true }).blocks).toEqual([]);
  expect(visitorsOverlay({ blocks: [], edges: [] }).summary).toContain('Nobody came yet');
});

test('the questions that lose the most are first, and others in the order of the flow', () => {
  const at = (blockId: string, left: number) => ({ blockId, reached: 9, answered: 9 - left, left });
  const inOrder = (...blocks: readonly ReturnType<typeof at>[]) =>
    questionsOf(flow, { blocks }, []).map(({ blockId }) => blockId);
  expect(inOrder(at('bye', 0), at('ask', 0), at('gone', 0))).toEqual(['ask', 'bye']);
  expect(inOrder(at('ask', 0), at('bye', 1))).toEqual(['bye', 'ask']);
});

test('a chart names its first and last day and some between, as the language writes them', () => {
  const one = { starts: 1, completions: 0 };
  const from = (first: string, last: string) =>
    filledDays([
      { day: first, ...one },
      { day: last, ...one },
    ]);
  const month = from('2026-11-01', '2026-11-29');
  expect(namedDays(month, 'en-US')).toEqual(['Nov 1', 'Nov 8', 'Nov 15', 'Nov 22', 'Nov 29']);
  expect(namedDays(month, 'de').at(-1)).toBe('29. Nov.');
  expect(namedDays(from('2026-12-30', '2027-01-02'), 'es')).toEqual(['30 dic 26', '2 ene 27']);
  expect(namedDays(month.slice(0, 1), 'en-US')).toEqual(['Nov 1']);
});

test('the way of a chat that is tried is shown in steps, with the block at which it waits', () => {
  const step = (blockId: string | null, way: string, ...edges: readonly string[]) => ({
    ...{ blockId, way, edges: edges.map((edgeId) => ({ edgeId })) },
  });
  const overlay = runOverlay([
    step('hello', 'NEXT_IN_GROUP', 'begin'),
    step('ask', 'WAITS'),
    step('ask', 'EDGE', 'toEnd'),
    step('bye', 'ENDED'),
  ]);
  expect(said(overlay)).toEqual({ hello: 'run: Step 1', ask: 'run: Step 2', bye: 'run: Step 3' });
  expect([...overlay.lines.keys()]).toEqual(['begin', 'toEnd']);
  const waiting = runOverlay([step('hello', 'NEXT_IN_GROUP'), step('ask', 'WAITS')]);
  expect(said(waiting)).toMatchObject({ ask: 'warning: Step 2, waits' });
});

const sizes = { ...{ id: 'size', type: 'choice input' }, items: [{ id: 'red', content: 'Small' }] };
const two: Flow = { ...flow, groups: [...flow.groups, group('c', 800, sizes)] };
const changed = ({ edits }: { readonly edits: readonly FlowEdit[] }, before = two) =>
  applyEdits(before, edits);
const itemsIn = ({ groups }: Flow, blockId: string) =>
  groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === blockId)?.['items'];

test('a block that is dropped beside all groups gets a group of its own, or takes its own along', () => {
  const newId = counter();
  const point = { x: 40, y: 900 };
  const { groups } = changed(dropBeside(two, 'hello', { point, newId })).flow;
  expect(groups.map(({ blocks }) => blocks.length)).toEqual([1, 1, 1, 1]);
  expect(groups[3]).toMatchObject({ graphCoordinates: point, blocks: [{ id: 'hello' }] });
  const alone = changed(dropBeside(two, 'bye', { point, newId })).flow;
  expect(alone.groups[1]).toMatchObject({ id: 'b', graphCoordinates: point });
  expect(alone.groups).toHaveLength(3);
});

test('a button is dragged to another question, and where it leads stays; one undo brings it back', () => {
  const target = { blockId: 'size', index: 0 };
  const moved = moveItem(two, { blockId: 'ask', itemId: 'red' }, { target, newId: counter() });
  const { flow: made, inverse } = changed(moved);
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
  const ordered = changed(moveItem(two, item, to('ask', 2))).flow;
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

import { applyEdits, type Flow } from '@parley/client';
import { describe, expect, test } from '@jest/globals';
import { copyOf, pasteOf } from '../../packages/console/src/canvas/model/clipboard.js';
import { cornersOf } from '../../packages/console/src/canvas/model/edgePath.js';
import {
  addBlock,
  duplicate,
  joinTo,
  moveBlockTo,
  newBlock,
  removeChosen,
  shiftBlock,
} from '../../packages/console/src/canvas/model/gestures.js';
import { outletsOf } from '../../packages/console/src/canvas/model/outlets.js';
import { outlineOf } from '../../packages/console/src/canvas/model/outline.js';
import { outletOf, planOf } from '../../packages/console/src/canvas/model/plan.js';
import { sceneOf } from '../../packages/console/src/canvas/model/scene.js';
import { search } from '../../packages/console/src/canvas/model/search.js';
import { itemTextOf, rowsOf, textOf } from '../../packages/console/src/canvas/model/textOf.js';
import { withBlock } from '../../packages/console/src/canvas/picked.js';
import { nameOfKey } from '../../packages/console/src/canvas/input/nameOfKey.js';
import { nearest, slotAt, targetAt } from '../../packages/console/src/canvas/input/places.js';
import { KINDS } from '../../src/engine/index.js';
import { counter, flow, group, text } from '../support/canvasFlow.js';
import { kinds } from '../support/kinds.js';

const blockIds = ({ groups }: Flow) => groups.map(({ blocks }) => blocks.map(({ id }) => id));

describe('a flow is drawn', () => {
  test('with a row for each button, each with the place where its edge begins', () => {
    const { blocks, outlets } = planOf(flow.groups[0] ?? group('none', 0), kinds);
    expect(blocks.map(({ items }) => items.length)).toEqual([0, 2]);
    expect(outlets.map(({ itemId }) => itemId)).toEqual([undefined, 'red', 'blue', undefined]);
    expect(outlets.map(({ y }) => y)).toEqual(outlets.map(({ y }) => y).toSorted((a, b) => a - b));
    // An edge that is drawn from the group begins at one of them.
    const ways = outletsOf(flow, { groupIds: ['a'] }, kinds);
    expect(ways.map((way) => way.text)).toEqual(['Red', 'Blue', 'Otherwise']);
  });

  test('with its edges from the right to the left, and none that leads nowhere', () => {
    const stray = { id: 'stray', from: { blockId: 'gone' }, to: { groupId: 'b' } };
    const { lines } = sceneOf({ ...flow, edges: [...flow.edges, stray] }, kinds);
    expect(lines.map(({ id, source, target }) => [id, source, target])).toEqual([
      ['begin', 'start', 'a'],
      ['toEnd', 'a', 'b'],
    ]);
    expect(lines[1]?.to.x).toBe(400);
    expect(lines[1]?.from.x).toBe(300);
  });

  test('with edges that lead backward below both their groups', () => {
    const lowest = Math.max(...cornersOf({ x: 300, y: 10 }, { x: 0, y: 40 }).map(({ y }) => y));
    expect(lowest).toBeGreaterThan(40);
  });

  test.each([
    [{ id: '1', type: 'text', content: { plainText: 'Plain' } }, 'Plain'],
    [text('2', 'Rich'), 'Rich'],
    [{ id: '3', type: 'Set variable', options: { isCode: true, expressionToEvaluate: 'x' } }, 'x'],
    [
      { id: '6', type: 'Set variable', options: { isCode: true, expressionToEvaluate: 'x;\ny' } },
      'code',
    ],
    [{ id: '4', type: 'Redirect', options: { url: 'example.com' } }, 'example.com'],
    [{ id: '5', type: 'Return' }, ''],
  ])('with what a block says: %j', (block, said) => {
    expect(textOf(block, kinds)).toBe(said);
  });

  test('with conditions in words', () => {
    const comparisons = [
      { variableId: 'v', comparisonOperator: 'Greater than', value: '5' },
      { variableId: 'v', comparisonOperator: 'Is set' },
    ];
    const items = [{ content: { logicalOperator: 'OR', comparisons } }, {}];
    const said = (type: string, ...of: readonly object[]) =>
      rowsOf({ id: 'b', type, items: of }, kinds).map((row) => itemTextOf(row, () => 'Age'));
    expect(said('Condition', ...items)).toEqual(['Age > 5 or Age is set', '']);
    expect(said('Human handover', { exit: 'nobody' })).toEqual(['Nobody came in time']);
    expect(said('cards', { title: 'Room', paths: [{ id: 'p', text: 'Book' }] })).toEqual(['Book']);
  });
});

describe('a gesture is one step:', () => {
  const after = (gesture: { readonly edits: Parameters<typeof applyEdits>[1] }) =>
    applyEdits(flow, gesture.edits).flow;

  const kindOf = (type: string) => ({ initial: kinds.get(type)?.initial });

  test('a block is added after another, as its kind begins', () => {
    const block = newBlock(kindOf('choice input'), counter());
    expect(block).toEqual({ id: 'new1', type: 'choice input', items: [{ id: 'new2' }] });
    const handover = newBlock(kindOf('Human handover'), counter());
    expect(handover['items']).toMatchObject([{ exit: 'nobody' }, { exit: 'closed' }]);
    const set = newBlock(kindOf('Set variable'), counter());
    expect(set['options']).toEqual({ isCode: false });
    const added = after(addBlock(flow, { block, groupId: 'a', index: 1 }, counter()));
    expect(blockIds(added)[0]).toEqual(['hello', 'new1', 'ask']);
  });

  test.each(KINDS.map(({ type, schema }) => [type, schema] as const))(
    'a new block of kind %s is one that the server takes',
    (type, schema) => {
      const added = newBlock(kindOf(type), counter());
      expect(schema.safeParse(added).error?.issues).toBeUndefined();
    },
  );

  test('an edge that is dropped on nothing leads to a new group', () => {
    const outlet = outletOf({ blockId: 'ask', itemId: 'blue' });
    const block = newBlock({ initial: { type: 'text' } }, () => 'block');
    const point = { x: 10.4, y: 20 };
    const added = after(addBlock(flow, { block, point, outlet }, counter()));
    expect(added.groups[2]).toMatchObject({ graphCoordinates: { x: 10, y: 20 } });
    expect(added.edges[2]).toMatchObject({ from: { blockId: 'ask', itemId: 'blue' } });
  });

  test('the first group is what chats begin with', () => {
    const empty = { ...flow, groups: [], edges: [] };
    const block = newBlock({ initial: { type: 'text' } }, () => 'block');
    const { edits } = addBlock(empty, { block }, counter());
    expect(edits[1]).toMatchObject({ connect: { edge: { from: { eventId: 'start' } } } });
  });

  test('an edge from a place that has one replaces it', () => {
    const outlet = outletOf({ blockId: 'ask', itemId: 'red' });
    const { edges } = after(joinTo(outlet, { groupId: 'a', blockId: 'ask' }, counter()));
    expect(edges.map(({ to }) => to)).toEqual([{ groupId: 'a' }, { groupId: 'a', blockId: 'ask' }]);
  });

  test('what is selected is deleted: an edge, a block, groups, but never the start', () => {
    expect(after(removeChosen(flow, { groupIds: ['a'], edgeId: 'toEnd' })).edges).toHaveLength(1);
    expect(blockIds(after(removeChosen(flow, { groupIds: ['a'], blockId: 'ask' })))[0]).toEqual([
      'hello',
    ]);
    const both = { groupIds: ['a'], blockId: 'ask', moreBlockIds: ['bye'] };
    expect(blockIds(after(removeChosen(flow, both)))).toEqual([['hello'], []]);
    const left = after(removeChosen(flow, { groupIds: ['start', 'a', 'b'] }));
    expect([left.groups, left.events.length]).toEqual([[], 1]);
  });

  test('groups are duplicated with the edges among them, and a block after itself', () => {
    const twice = after(duplicate(flow, { groupIds: ['a', 'b'] }, counter()));
    expect([twice.groups.length, twice.edges.length]).toEqual([4, 3]);
    const block = after(duplicate(flow, { groupIds: ['a'], blockId: 'hello' }, () => 'copy'));
    expect(blockIds(block)[0]).toEqual(['hello', 'copy', 'ask']);
  });

  test('blocks are moved within a group and to another', () => {
    expect(blockIds(after(shiftBlock(flow, 'ask', -1)))[0]).toEqual(['ask', 'hello']);
    expect(shiftBlock(flow, 'ask', 1).edits).toEqual([]);
    const down = moveBlockTo(flow, 'hello', { groupId: 'a', index: 2 });
    expect(blockIds(after(down))[0]).toEqual(['ask', 'hello']);
    expect(moveBlockTo(flow, 'hello', { groupId: 'a', index: 1 }).edits).toEqual([]);
    const over = moveBlockTo(flow, 'ask', { groupId: 'b', index: 0 });
    expect(blockIds(after(over))).toEqual([['hello'], ['ask', 'bye']]);
  });
});

describe('on the canvas', () => {
  const scene = sceneOf(flow, kinds);

  test('the nearest group is found in each way', () => {
    expect(nearest(scene, 'a', 'right')?.id).toBe('b');
    expect(nearest(scene, 'a', 'left')?.id).toBe('start');
    expect(nearest(scene, 'a', 'up')).toBeUndefined();
  });

  test('a block is dropped between others, and an edge on a block', () => {
    expect(slotAt(scene, { x: 10, y: 40 })).toMatchObject({ groupId: 'a', index: 0 });
    expect(slotAt(scene, { x: 10, y: 75 })).toMatchObject({ groupId: 'a', index: 1 });
    expect(slotAt(scene, { x: 350, y: 40 })).toBeUndefined();
    expect(targetAt(scene, { x: 10, y: 40 })).toEqual({ groupId: 'a' });
    expect(targetAt(scene, { x: 10, y: 90 })).toEqual({ groupId: 'a', blockId: 'ask' });
  });

  test('a search finds text, buttons, variables, kinds and ids, those that say it first', () => {
    expect(search(flow, 'BLUE', kinds)).toEqual([{ groupId: 'a', blockId: 'ask' }]);
    expect(search(flow, 'colour', kinds)).toEqual([{ groupId: 'a', blockId: 'ask' }]);
    expect(search(flow, 'bye', kinds).map(({ blockId }) => blockId)).toEqual(['bye']);
    expect(search(flow, 'group b', kinds)).toEqual([{ groupId: 'b' }]);
    expect(search(flow, ' ', kinds)).toEqual([]);
  });

  test('blocks are added to what is selected, and taken from it', () => {
    const one = { groupIds: ['a'], blockId: 'hello' };
    expect(withBlock(one, 'bye')).toEqual({ blockId: 'bye', moreBlockIds: ['hello'] });
    const two = { groupIds: ['b'], ...withBlock(one, 'bye') };
    expect(withBlock(two, 'bye')).toEqual({ blockId: 'hello', moreBlockIds: [] });
    expect(withBlock(one, 'hello')).toEqual({});
  });

  test('keys have names with what is held', () => {
    const held = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    expect(nameOfKey({ ...held, key: 'd', metaKey: true })).toBe('Mod+d');
    expect(nameOfKey({ ...held, key: 'N', shiftKey: true })).toBe('Shift+n');
    expect(nameOfKey({ ...held, key: '+', shiftKey: true })).toBe('+');
    expect(nameOfKey({ ...held, key: '!', code: 'Digit1', shiftKey: true })).toBe('Shift+1');
  });
});

test('the outline tells each part in the order of the chat, and where it leads', () => {
  const backward = { ...flow, groups: flow.groups.toReversed() };
  const naming = { kinds, variableOf: () => '' };
  const { lines } = sceneOf(backward, kinds);
  const rows = outlineOf(backward, { lines, naming, open: new Set(['a']) });
  expect(rows.map(({ level, words }) => `${level} ${words}`)).toEqual([
    '1 Start, goes to Group a',
    '1 Group a, 2 blocks',
    '2 Text: Hello there',
    '2 Buttons',
    '3 Red, goes to Group b',
    '3 Blue',
    '1 Group b, 1 block',
  ]);
});

describe('copied parts are pasted', () => {
  const pasting = { botId: 'here', point: { x: 1_000, y: 0 }, newId: counter() };

  test('into another bot, with variables joined by their name, and edges that lead out left behind', () => {
    const copied = copyOf(flow, 'there', { groupIds: ['a'] }) ?? '';
    const other: Flow = {
      ...flow,
      groups: [],
      edges: [],
      variables: [{ id: 'v9', name: 'Colour' }],
    };
    const pasted = pasteOf(other, copied, pasting);
    expect(pasted?.lostEdges).toBe(1);
    const made = applyEdits(other, pasted?.edits ?? []).flow;
    expect(made.groups[0]).toMatchObject({ graphCoordinates: { x: 1_000, y: 0 } });
    expect(made.groups[0]?.blocks[1]).toMatchObject({ options: { variableId: 'v9' } });
    expect(made.variables).toHaveLength(1);
  });

  test('with variables that are missing, and without credentials of another bot', () => {
    const secret = {
      id: 'mail',
      type: 'Email',
      options: { credentialsId: 'c1', variableId: 'vColour' },
    };
    const from = { ...flow, groups: [group('a', 0, secret)] };
    const other: Flow = {
      ...flow,
      groups: [],
      edges: [],
      variables: [{ id: 'vColour', name: 'Size' }],
    };
    const copied = copyOf(from, 'there', { groupIds: ['a'] }) ?? '';
    const made = applyEdits(other, pasteOf(other, copied, pasting)?.edits ?? []).flow;
    const [, colour] = made.variables;
    expect(colour).toMatchObject({ name: 'Colour' });
    expect(made.groups[0]?.blocks[0]?.['options']).toEqual({ variableId: colour?.id });
    const again = applyEdits(
      from,
      pasteOf(from, copied, { ...pasting, botId: 'there' })?.edits ?? [],
    );
    expect(again.flow.groups[1]?.blocks[0]).toMatchObject({ options: { credentialsId: 'c1' } });
  });

  test('as a block into a group; and any other text as text blocks', () => {
    const copied = copyOf(flow, 'here', { groupIds: ['a'], blockId: 'hello' }) ?? '';
    const block = pasteOf(flow, copied, { ...pasting, groupId: 'b', index: 0 });
    expect(blockIds(applyEdits(flow, block?.edits ?? []).flow)[1]).toHaveLength(2);
    const said = pasteOf(flow, 'One\n\nTwo', pasting);
    const made = applyEdits(flow, said?.edits ?? []).flow.groups[2];
    expect(made?.blocks.map((block) => textOf(block, kinds))).toEqual(['One', 'Two']);
    expect(pasteOf(flow, '  ', pasting)).toBeUndefined();
  });
});

import { describe, expect, test } from '@jest/globals';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import type { FlowEdit } from '../../../src/engine/edits/flowEdit.js';
import { flowOf, say } from '../../support/flowOf.js';

const yes = { id: 'yes', content: 'Yes' };
const no = { id: 'no', content: 'No' };

/** A flow with one buttons block. */
const flowWith = (items: unknown) =>
  flowOf({ groups: { Start: [{ type: 'choice input', items }], End: [say('Bye')] } }).definition;
const blockId = 'Start.1';
const itemsIn = ({ groups }: ReturnType<typeof flowWith>) => groups[0]?.blocks[0]?.['items'];
const button = (itemId: string, patch: object): FlowEdit => ({
  updateItem: { blockId, itemId, patch: { ...patch } },
});
const connect = (itemId: string): FlowEdit => ({
  connect: { edge: { id: `e-${itemId}`, from: { blockId, itemId }, to: { groupId: 'End' } } },
});

describe('two people who edit different buttons of a block', () => {
  test('both succeed, and each can undo without the other', () => {
    const flow = flowWith([yes, no]);
    const ada = applyEdits(flow, [button('yes', { content: 'Sure' })]);
    const bob = applyEdits(ada.flow, [button('no', { content: 'Never' })]);
    expect(itemsIn(bob.flow)).toEqual([
      { ...yes, content: 'Sure' },
      { ...no, content: 'Never' },
    ]);
    expect(itemsIn(applyEdits(bob.flow, ada.inverse).flow)).toEqual([
      yes,
      { ...no, content: 'Never' },
    ]);
  });

  test('can undo and remove the edges of one, and the other keeps its edge', () => {
    const flow = flowWith([yes, no]);
    const ada = applyEdits(flow, [connect('yes')]);
    const bob = applyEdits(ada.flow, [connect('no')]);
    const both = [
      { ...yes, outgoingEdgeId: 'e-yes' },
      { ...no, outgoingEdgeId: 'e-no' },
    ];
    expect(itemsIn(bob.flow)).toEqual(both);
    expect(itemsIn(applyEdits(bob.flow, ada.inverse).flow)).toEqual([yes, both[1]]);
    const removed = applyEdits(bob.flow, [{ removeGroup: { groupId: 'End' } }]);
    expect(itemsIn(removed.flow)).toEqual([yes, no]);
    const renamed = applyEdits(removed.flow, [button('yes', { content: 'Sure' })]);
    expect(itemsIn(applyEdits(renamed.flow, removed.inverse).flow)).toEqual([
      { ...yes, content: 'Sure', outgoingEdgeId: 'e-yes' },
      both[1],
    ]);
  });
});

test.each([
  ['yes', { id: 'other' }, 'The id of an item stays'],
  ['none', { content: 'a' }, 'There is no item "none" in the block'],
  ['no', { content: 'a' }, 'Several items of the block are "no"'],
])('a patch of the item %s that is %j is refused', (itemId, patch, message) => {
  const flow = flowWith([yes, no, { ...no, content: '?' }, 'none']);
  expect(() => applyEdits(flow, [button(itemId, patch)])).toThrow(message);
});

test('a block without a list of items has none', () => {
  expect(() => applyEdits(flowWith('none'), [button('yes', {})])).toThrow('There is no item');
});

test.each([
  ['several have its id', [no, { ...no, content: '?' }], 'no'],
  ['a member of it comes back in another place', [{ outgoingEdgeId: 'e', ...no }, yes], 'no'],
  ['it has a member that is null', [{ ...no, outgoingEdgeId: null }, yes], 'no'],
])('a button is put back as it was also where %s', (_what, items, itemId) => {
  const flow = flowWith(items);
  const edited = applyEdits(flow, [
    connect(itemId),
    { updateBlock: { blockId, patch: { options: { isSearchable: true } } } },
  ]);
  expect(JSON.stringify(applyEdits(edited.flow, edited.inverse).flow)).toBe(JSON.stringify(flow));
});

test('an edge is put back also where the button that named it has no id', () => {
  const items = [{ content: 'Maybe', outgoingEdgeId: 'e-yes' }, 'none', yes];
  const { flow: connected } = applyEdits(flowWith([yes]), [
    connect('yes'),
    { updateBlock: { blockId, patch: { items } } },
  ]);
  const edited = applyEdits(connected, [{ disconnect: { edgeId: 'e-yes' } }]);
  expect(itemsIn(edited.flow)).toEqual([{ content: 'Maybe' }, 'none', yes]);
  expect(JSON.stringify(applyEdits(edited.flow, edited.inverse).flow)).toBe(
    JSON.stringify(connected),
  );
});

test('undoing a patch of a button restores the whole block where no reverse patch can', () => {
  const flow = flowWith([{ ...yes, value: null }, no]);
  const edited = applyEdits(flow, [button('yes', { value: 'y' })]);
  expect(JSON.stringify(applyEdits(edited.flow, edited.inverse).flow)).toBe(JSON.stringify(flow));
});

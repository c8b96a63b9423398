import type { FlowDefinition } from '../flow/flow.js';
import { andThen, EditRefused, type Edited } from './edited.js';
import { withoutEdges } from './edgeEdits.js';
import type { FlowEdit, FlowEdits } from './flowEdit.js';
import { patched } from './mergePatch.js';
import { assertUnique, blockOf, findBlock, indexOf, placeOfBlock, withBlocks } from './places.js';
import { put, remove } from './putPart.js';

/** Adds a block to a group. */
export function addBlock(
  flow: FlowDefinition,
  { groupId, block, index }: FlowEdits['addBlock'],
): Edited {
  if (findBlock(flow, block.id, ['block', 'id']))
    throw new EditRefused(['block', 'id'], `There is a block "${block.id}" already`);
  return put(flow, { part: 'block', value: block, groupId, index });
}

/** Merges a patch into a block. */
export function updateBlock(
  flow: FlowDefinition,
  { blockId, patch }: FlowEdits['updateBlock'],
): Edited {
  const { block } = blockOf(flow, blockId, ['blockId']);
  if (Object.hasOwn(patch, 'id')) throw new EditRefused(['patch', 'id'], 'The id of a block stays');
  const { after, back } = patched(block, patch);
  const edited = put(flow, { part: 'block', value: after });
  return back
    ? { flow: edited.flow, inverse: [{ updateBlock: { blockId, patch: back } }] }
    : edited;
}

/** Moves a block to a place in a group; the edges that lead to it follow. */
export function moveBlock(
  flow: FlowDefinition,
  { blockId, groupId, index }: FlowEdits['moveBlock'],
): Edited {
  const { block, index: before, group, groupIndex } = placeOfBlock(flow, blockId, ['blockId']);
  const target = indexOf(flow.groups, { what: 'group', id: groupId, path: ['groupId'] });
  const taken = withBlocks(flow, groupIndex, (blocks) => blocks.toSpliced(before, 1));
  const placed = withBlocks(taken, target, (blocks) =>
    blocks.toSpliced(index ?? blocks.length, 0, block),
  );
  const back: FlowEdit = { moveBlock: { blockId, groupId: group.id, index: before } };
  if (target === groupIndex) return { flow: placed, inverse: [back] };
  return followBlock({ flow: placed, inverse: [back] }, blockId, [group.id, groupId]);
}

/** Makes edges that lead to a block, in the group it was in, lead to it in its new group. */
function followBlock(
  { flow, inverse }: Edited,
  blockId: string,
  [from, to]: readonly [from: string, to: string],
): Edited {
  const edges = flow.edges.map((edge) =>
    edge.to.blockId === blockId && edge.to.groupId === from
      ? { ...edge, to: { ...edge.to, groupId: to } }
      : edge,
  );
  // These named the wrong group before, and would follow the block back.
  const strays = flow.edges.filter((edge) => edge.to.blockId === blockId && edge.to.groupId === to);
  assertUnique(flow.edges, strays, { what: 'edge', path: ['blockId'] });
  const restored = strays.map((value): FlowEdit => ({ put: { part: 'edge', value } }));
  return { flow: { ...flow, edges }, inverse: [...inverse, ...restored] };
}

/** Removes a block and the edges that begin at it; edges that lead to it lead to its group from then on. */
export function removeBlock(flow: FlowDefinition, { blockId }: FlowEdits['removeBlock']): Edited {
  const removed = remove(flow, { part: 'block', id: blockId }, ['blockId']);
  const own = flow.edges.filter(({ from }) => from['blockId'] === blockId);
  const without = andThen(removed, (next) => withoutEdges(next, own));
  return andThen(without, (next) => leadingToGroup(next, blockId));
}

/** Edges that lead to a block lead to its group. In one pass: many may lead to one block. */
function leadingToGroup(flow: FlowDefinition, blockId: string): Edited {
  const inverse: FlowEdit[] = [];
  const led: FlowDefinition['edges'][number][] = [];
  const edges = flow.edges.map((edge) => {
    if (edge.to.blockId !== blockId) return edge;
    led.push(edge);
    inverse.push({ put: { part: 'edge', value: edge } });
    const { blockId: _removed, ...to } = edge.to;
    return { ...edge, to };
  });
  assertUnique(flow.edges, led, { what: 'edge', path: ['blockId'] });
  return { flow: { ...flow, edges }, inverse };
}

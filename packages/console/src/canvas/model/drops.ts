import {
  applyEdits,
  type Flow,
  type FlowEdge,
  type FlowPart,
  type JsonObject,
} from '@parley/client';
import { findBlock, originOf, type Point } from '../flowModel.js';
import { addBlock, type Gesture, placeParts } from './gestures.js';
import type { Kinds } from '../../blocks/kinds.js';
import { hasFixedItems, isObject } from './textOf.js';

/** Where a block is dropped that is dragged beside all groups: it gets a group of its own, or takes its group along. */
export function dropBeside(
  flow: Flow,
  blockId: string,
  { point, newId }: { readonly point: Point; readonly newId: () => string },
): Gesture {
  const found = findBlock(flow, blockId);
  if (!found) return { edits: [] };
  const { group, block } = found;
  if (group.blocks.length === 1) {
    const edits = placeParts(flow, new Map([[group.id, point]]));
    return { edits, select: { groupIds: [group.id] } };
  }
  const { edits } = addBlock(flow, { block, point }, newId);
  const made = edits.flatMap((edit) => ('addGroup' in edit ? [edit.addGroup.group] : []));
  return {
    edits: made.flatMap((own) => [
      { addGroup: { group: { ...own, blocks: [] } } },
      { moveBlock: { blockId, groupId: own.id, index: 0 } },
    ]),
    select: { blockId },
  };
}

/** An item that is dragged. */
export interface DraggedItem {
  readonly blockId: string;
  readonly itemId: string;
}

/** Where an item is dropped: a block, and the place among its items, counted with the item where it is now. */
export interface ItemTarget {
  readonly blockId: string;
  readonly index: number;
}

/** Whether the items of a block can be put in another order or into another block: not those whose number is fixed. */
export function hasLooseItems(block: FlowPart, kinds: Kinds): boolean {
  return itemsOf(block).length > 0 && !hasFixedItems(block, kinds);
}

/**
 * Moves an item within its block, or to another block of the same kind; its edges stay with it. Nothing where it is there already, or
 * where its block would be left without any.
 */
export function moveItem(
  flow: Flow,
  { blockId, itemId }: DraggedItem,
  { target, newId }: { readonly target: ItemTarget; readonly newId: () => string },
): Gesture {
  const [from, to] = [blockId, target.blockId].map((id) => findBlock(flow, id)?.block);
  const before = itemsIn(flow, blockId).findIndex(({ id }) => id === itemId);
  if (!from || !to || before < 0) return { edits: [] };
  if (from === to) return reorder(from, before, target.index);
  if (from['type'] !== to['type'] || itemsOf(from).length === 1) return { edits: [] };
  const isTaken = itemsOf(to).some(({ id }) => id === itemId);
  const id = isTaken ? newId() : itemId;
  const edges = edgesOf(flow, { blockId, itemId });
  const freeing = edges.map((edge) => ({ disconnect: { edgeId: edge.id } }));
  // Without its edges, the item names none of them any more.
  const items = itemsIn(applyEdits(flow, freeing).flow, blockId);
  const joining = edges.map((edge) => ({
    connect: { edge: { ...edge, from: { ...originOf(edge), blockId: to.id, itemId: id } } },
  }));
  const item = { ...items[before], id };
  return {
    edits: [
      ...freeing,
      withItems(from, items.toSpliced(before, 1)),
      withItems(to, itemsOf(to).toSpliced(target.index, 0, item)),
      ...joining,
    ],
    select: { blockId: to.id },
  };
}

function edgesOf(flow: Flow, { blockId, itemId }: DraggedItem): readonly FlowEdge[] {
  return flow.edges.filter((edge) => {
    const origin = originOf(edge);
    return origin.blockId === blockId && origin.itemId === itemId;
  });
}

function itemsIn(flow: Flow, blockId: string): readonly JsonObject[] {
  const block = findBlock(flow, blockId)?.block;
  return block ? itemsOf(block) : [];
}

function reorder(block: FlowPart, before: number, index: number): Gesture {
  const items = itemsOf(block);
  const item = items[before];
  if (!item || index === before || index === before + 1) return { edits: [] };
  const place = index > before ? index - 1 : index;
  const ordered = items.toSpliced(before, 1).toSpliced(place, 0, item);
  return { edits: [withItems(block, ordered)], select: { blockId: block.id } };
}

function withItems({ id }: FlowPart, items: readonly JsonObject[]) {
  return { updateBlock: { blockId: id, patch: { items } } };
}

/** The items of a block. */
function itemsOf({ items }: FlowPart): readonly JsonObject[] {
  return Array.isArray(items) ? items.filter(isObject) : [];
}

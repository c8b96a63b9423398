import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import type { FlowDefinition } from '../flow/flow.js';
import { EditRefused, type Edited } from './edited.js';
import type { Block, FlowEdit, FlowEdits } from './flowEdit.js';
import { patchBack, patched } from './mergePatch.js';
import { blockOf } from './places.js';
import { put } from './putPart.js';

/** Merges a patch into an item of a block: a button, a card, a condition. */
export function updateItem(
  flow: FlowDefinition,
  { blockId, itemId, patch }: FlowEdits['updateItem'],
): Edited {
  const { block } = blockOf(flow, blockId, ['blockId']);
  if (Object.hasOwn(patch, 'id')) throw new EditRefused(['patch', 'id'], 'The id of an item stays');
  const items = itemsOf(block);
  const [found, ...others] = items.flatMap((item, index) =>
    isJsonRecord(item) && item['id'] === itemId ? [{ item, index }] : [],
  );
  if (!found) throw new EditRefused(['itemId'], `There is no item "${itemId}" in the block`);
  if (others.length > 0)
    throw new EditRefused(['itemId'], `Several items of the block are "${itemId}"`);
  const { after, back } = patched(found.item, patch);
  const value = { ...block, items: items.with(found.index, after) };
  const edited = put(flow, { part: 'block', value });
  return back
    ? { flow: edited.flow, inverse: [{ updateItem: { blockId, itemId, patch: back } }] }
    : edited;
}

/**
 * The edits that restore a block after some of its members and items were replaced. They are patches where possible,
 * so that changes of others to the block stay.
 */
export function undoBlock(before: Block, after: Block): readonly FlowEdit[] {
  const ofItems = undoItems(before, after);
  const patch = patchBack(ofItems ? { ...after, items: before['items'] } : after, before);
  if (!patch) return [{ put: { part: 'block', value: before } }];
  const isOfItems = ofItems !== undefined && Object.keys(patch).length === 0;
  return [
    ...(ofItems ?? []),
    ...(isOfItems ? [] : [{ updateBlock: { blockId: before.id, patch } }]),
  ];
}

/** The patches that restore the items of a block; undefined when patches of single items cannot. */
function undoItems(before: Block, after: Block): readonly FlowEdit[] | undefined {
  const [old, now] = [itemsOf(before), itemsOf(after)];
  const changed = now.flatMap((item, index) => (item === old[index] ? [] : [[old[index], item]]));
  if (changed.length === 0 || old.length !== now.length) return undefined;
  const ids = now.map(idOf);
  const edits = changed.map(([was, is]): FlowEdit | undefined => {
    const itemId = idOf(is);
    if (!isJsonRecord(was) || !isJsonRecord(is) || itemId === undefined) return undefined;
    const isOnly = ids.indexOf(itemId) === ids.lastIndexOf(itemId);
    const patch = was['id'] === itemId && isOnly ? patchBack(is, was) : undefined;
    return patch && { updateItem: { blockId: before.id, itemId, patch } };
  });
  const known = edits.filter((edit) => edit !== undefined);
  return known.length === edits.length ? known : undefined;
}

function itemsOf(block: JsonRecord): readonly unknown[] {
  const items = block['items'];
  return Array.isArray(items) ? items : [];
}

function idOf(item: unknown): string | undefined {
  const id = isJsonRecord(item) ? item['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

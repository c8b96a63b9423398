import type { Flow } from '@parley/client';
import { findBlock, type Point } from '../flowModel.js';
import type { ItemTarget } from '../model/drops.js';
import { SIZES } from '../model/plan.js';
import type { Box } from '../flowModel.js';
import { partAt, type Placed, type Scene } from '../model/scene.js';

/** Where a block would be put. */
export interface Slot {
  readonly groupId: string;
  /** Its place among the blocks that are there. */
  readonly index: number;
  /** The line that shows it. */
  readonly box: Box;
}

/** Where an item would be put. */
export interface ItemSlot extends ItemTarget {
  /** The line that shows it. */
  readonly box: Box;
}

/** Where an item would be put that is dropped at a place: in a block of the kind; undefined elsewhere. */
export function itemSlotAt(scene: Scene, point: Point, type: unknown): ItemSlot | undefined {
  const part = partAt(scene, point);
  if (!part?.plan) return undefined;
  const y = point.y - part.box.y;
  const plan = part.plan.blocks.find((one) => y >= one.y && y < one.y + one.height);
  if (!plan || plan.block['type'] !== type || plan.items.length === 0) return undefined;
  const first = plan.y + plan.height - (plan.items.length + 1) * SIZES.item;
  // An item may have several rows: one for each of its paths.
  const rows = plan.items.filter(({ outlet }) => y > outlet.y);
  const ids = new Set(rows.map(({ outlet }) => outlet.itemId));
  const line = first + rows.length * SIZES.item;
  const box = { x: part.box.x, y: part.box.y + line, width: part.box.width, height: SIZES.gap };
  return { blockId: plan.block.id, index: ids.size, box };
}

/** Where a block would be put that is dropped at a place; undefined outside groups. */
export function slotAt(scene: Scene, point: Point): Slot | undefined {
  const part = partAt(scene, point);
  if (!part?.plan) return undefined;
  const { blocks } = part.plan;
  const y = point.y - part.box.y;
  const after = blocks.filter((block) => y > block.y + block.height / 2).length;
  const last = blocks[after - 1];
  const line = last ? last.y + last.height : SIZES.header;
  const box = { x: part.box.x, y: part.box.y + line, width: part.box.width, height: SIZES.gap };
  return { groupId: part.id, index: after, box };
}

/** Where an edge would lead that is dropped at a place: a group, or a block in it but the first; undefined outside groups. */
export function targetAt(
  scene: Scene,
  point: Point,
): { readonly groupId: string; readonly blockId?: string } | undefined {
  const part = partAt(scene, point);
  if (!part?.plan) return undefined;
  const y = point.y - part.box.y;
  const { blocks } = part.plan;
  const at = blocks.findIndex((block) => y >= block.y && y < block.y + block.height);
  const block = at > 0 ? blocks[at] : undefined;
  return { groupId: part.id, ...(block && { blockId: block.block.id }) };
}

/** A way on the canvas. */
export type Way = 'left' | 'right' | 'up' | 'down';

/** The distance of one pixel in a way. */
export const STEPS: Readonly<Record<Way, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The nearest group or event in a way from another; only what is further in that way than aside. */
export function nearest({ parts, partById }: Scene, id: string, way: Way): Placed | undefined {
  const from = partById.get(id);
  if (!from) return parts[0];
  const { x, y } = STEPS[way];
  const start = middleOf(from.box);
  let best: { readonly part: Placed; readonly cost: number } | undefined;
  for (const part of parts) {
    const to = middleOf(part.box);
    const along = (to.x - start.x) * x + (to.y - start.y) * y;
    const aside = Math.abs((to.x - start.x) * y) + Math.abs((to.y - start.y) * x);
    const cost = along + 2 * aside;
    if (part !== from && along > 0 && along >= aside && (!best || cost < best.cost))
      best = { part, cost };
  }
  return best?.part;
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The block before or after another in its group. */
export function besideBlock(flow: Flow, blockId: string, by: 1 | -1): string | undefined {
  const found = findBlock(flow, blockId);
  const blocks = found?.group.blocks ?? [];
  const at = blocks.findIndex(({ id }) => id === blockId);
  return at < 0 ? undefined : blocks[at + by]?.id;
}

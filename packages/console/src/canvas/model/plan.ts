import type { FlowEdge, FlowGroup, FlowPart, JsonObject } from '@parley/client';
import { originOf } from '../flowModel.js';
import type { Kinds } from '../../blocks/kinds.js';
import { type ItemRow, rowsOf, textOf, variableOf } from './textOf.js';

/** The sizes of what is drawn, in pixels at zoom 1. The style sheet draws the same. */
export const SIZES = {
  group: 300,
  header: 36,
  event: { width: 200, height: 40 },
  line: 18,
  chip: 24,
  item: 28,
  padding: 8,
  gap: 4,
} as const;

/** Characters that surely fit a line of a block. */
const LINE_CHARACTERS = 36;

/** A place where an edge may begin: that of a block, or of one of its items or their paths. */
export interface Outlet {
  /** Names it among all of the flow: see `outletOf`. */
  readonly id: string;
  readonly blockId: string;
  readonly itemId?: string | undefined;
  readonly pathId?: string | undefined;
  /** Its middle, from the upper end of the group. */
  readonly y: number;
}

/** A row of an item, or of one of its paths, under a block. */
interface ItemPlan {
  readonly row: ItemRow;
  readonly outlet: Outlet;
}

/** Where a block is drawn in its group. */
export interface BlockPlan {
  readonly block: FlowPart;
  /** Its upper end, from that of the group. */
  readonly y: number;
  readonly height: number;
  readonly text: string;
  readonly lines: number;
  readonly variableId: string | undefined;
  readonly items: readonly ItemPlan[];
  /** Its own outlet: what happens after it, or otherwise. */
  readonly outlet: Outlet;
}

/** How a group is drawn: the same for the same group, whatever the browser. */
export interface GroupPlan {
  readonly height: number;
  readonly blocks: readonly BlockPlan[];
  readonly outlets: readonly Outlet[];
}

const plansByKinds = new WeakMap<Kinds, WeakMap<FlowGroup, GroupPlan>>();

/** Where each part of a group is drawn; made once, since a group that changes is another object. */
export function planOf(group: FlowGroup, kinds: Kinds): GroupPlan {
  const plans = plansByKinds.get(kinds) ?? new WeakMap<FlowGroup, GroupPlan>();
  plansByKinds.set(kinds, plans);
  const known = plans.get(group);
  if (known) return known;
  const plan = makePlan(group, kinds);
  plans.set(group, plan);
  return plan;
}

function makePlan({ blocks }: FlowGroup, kinds: Kinds): GroupPlan {
  let y: number = SIZES.header;
  const planned = blocks.map((block) => {
    const plan = planBlock(block, y, kinds);
    y += plan.height + SIZES.gap;
    return plan;
  });
  const outlets = planned.flatMap(({ items, outlet }) => [
    ...items.map((item) => item.outlet),
    outlet,
  ]);
  return { height: y + SIZES.padding, blocks: planned, outlets };
}

function planBlock(block: FlowPart, y: number, kinds: Kinds): BlockPlan {
  const text = textOf(block, kinds);
  const variableId = variableOf(block, kinds);
  const lines = text.length > LINE_CHARACTERS ? 2 : 1;
  const own = SIZES.padding * 2 + lines * SIZES.line + (variableId ? SIZES.chip : 0);
  const rows = rowsOf(block, kinds);
  const items = rows.map((row, place) => {
    const ids = { blockId: block.id, itemId: idOf(row.item), pathId: idOf(row.path) };
    const middle = y + own + (place + 0.5) * SIZES.item;
    return { row, outlet: { id: outletOf(ids), ...ids, y: middle } };
  });
  const last = rows.length > 0 ? SIZES.item : 0;
  const height = own + rows.length * SIZES.item + last;
  const middle = last > 0 ? y + height - SIZES.item / 2 : y + own / 2;
  const outlet = { id: outletOf({ blockId: block.id }), blockId: block.id, y: middle };
  return { block, y, height, text, lines, variableId, items, outlet };
}

function idOf(part: JsonObject | undefined): string | undefined {
  return typeof part?.['id'] === 'string' ? part['id'] : undefined;
}

/** The name of the place where an edge begins. */
export function outletOf(from: {
  readonly eventId?: string | undefined;
  readonly blockId?: string | undefined;
  readonly itemId?: string | undefined;
  readonly pathId?: string | undefined;
}): string {
  const { eventId, blockId, itemId, pathId } = from;
  return JSON.stringify([eventId ?? '', blockId ?? '', itemId ?? '', pathId ?? '']);
}

/** The `from` of an edge that begins at an outlet. */
export function originAt(outlet: string): JsonObject {
  // Made by `outletOf` alone.
  const ids = JSON.parse(outlet) as readonly string[];
  const names = ['eventId', 'blockId', 'itemId', 'pathId'];
  const named = names.map((name, at) => [name, ids[at]] as const);
  return Object.fromEntries(named.filter(([, id]) => id !== ''));
}

/** The name of the place where an edge that is there begins. */
export function outletOfEdge(edge: FlowEdge): string {
  return outletOf(originOf(edge));
}

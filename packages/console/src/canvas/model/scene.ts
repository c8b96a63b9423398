import type { Flow, FlowEdge, FlowGroup, FlowPart } from '@parley/client';
import { type Box, type Point, pointOf } from '../flowModel.js';
import { boxOfLine } from './edgePath.js';
import type { Kinds } from '../../blocks/kinds.js';
import { notesOf, sizeOfNote } from './notes.js';
import { type GroupPlan, outletOf, outletOfEdge, planOf, SIZES } from './plan.js';

/** A group, an event or a note, and where it is. */
export interface Placed {
  readonly id: string;
  readonly box: Box;
  readonly group?: FlowGroup;
  /** How the group is drawn. */
  readonly plan?: GroupPlan;
  readonly event?: FlowPart;
  readonly note?: FlowPart;
}

/** An edge, where it begins and where it ends. */
export interface Line {
  readonly id: string;
  readonly edge: FlowEdge;
  /** The group or event that it leaves, and the group that it leads to. */
  readonly source: string;
  readonly target: string;
  readonly from: Point;
  readonly to: Point;
  readonly box: Box;
}

/** All that is drawn of a flow, and where. */
export interface Scene {
  /** The notes first, since the others are drawn above them. */
  readonly parts: readonly Placed[];
  readonly partById: ReadonlyMap<string, Placed>;
  readonly lines: readonly Line[];
}

/** Where everything of a flow is, with some parts at another place while they are dragged. */
export function sceneOf(
  flow: Flow,
  kinds: Kinds,
  dragged: ReadonlyMap<string, Point> = new Map(),
): Scene {
  const parts: Placed[] = [
    ...notesOf(flow).map((note) => ({
      id: note.id,
      note,
      box: { ...sizeOfNote(note), ...(dragged.get(note.id) ?? pointOf(note)) },
    })),
    ...flow.events.map((event) => ({
      id: event.id,
      event,
      box: { ...SIZES.event, ...(dragged.get(event.id) ?? pointOf(event)) },
    })),
    ...flow.groups.map((group) => {
      const plan = planOf(group, kinds);
      const size = { width: SIZES.group, height: plan.height };
      const box = { ...size, ...(dragged.get(group.id) ?? pointOf(group)) };
      return { id: group.id, group, plan, box };
    }),
  ];
  const partById = new Map(parts.map((part) => [part.id, part]));
  return { parts, partById, lines: linesOf(flow, parts, partById) };
}

function linesOf(
  { edges }: Flow,
  parts: readonly Placed[],
  partById: ReadonlyMap<string, Placed>,
): Line[] {
  const outlets = new Map<string, { readonly source: string; readonly from: Point }>();
  const blockTops = new Map<string, number>();
  for (const { id, box, plan, event } of parts) {
    if (event) {
      const from = { x: box.x + box.width, y: box.y + box.height / 2 };
      outlets.set(outletOf({ eventId: id }), { source: id, from });
      continue;
    }
    if (!plan) continue;
    for (const outlet of plan.outlets) {
      const from = { x: box.x + box.width, y: box.y + outlet.y };
      outlets.set(outlet.id, { source: id, from });
    }
    for (const { block, y } of plan.blocks) blockTops.set(block.id, y);
  }
  return edges.flatMap((edge) => {
    const outlet = outlets.get(outletOfEdge(edge));
    const target = partById.get(edge.to.groupId);
    if (!outlet || !target) return [];
    const top = edge.to.blockId === undefined ? undefined : blockTops.get(edge.to.blockId);
    const y = target.box.y + (top === undefined ? SIZES.header / 2 : top + SIZES.header / 2);
    const to = { x: target.box.x, y };
    return [
      { id: edge.id, edge, ...outlet, target: target.id, to, box: boxOfLine(outlet.from, to) },
    ];
  });
}

/** Whether two rectangles share a place. */
export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The group, event or note at a place; the last one, which is drawn above the others. */
export function partAt({ parts }: Scene, { x, y }: Point): Placed | undefined {
  return parts.findLast(({ box }) => overlaps(box, { x, y, width: 1, height: 1 }));
}

/** Whether a rectangle has all of another in it. */
export function isInside(one: Box, other: Box): boolean {
  return (
    one.x >= other.x &&
    one.y >= other.y &&
    one.x + one.width <= other.x + other.width &&
    one.y + one.height <= other.y + other.height
  );
}

/** The least rectangle around some; undefined around none. */
export function around(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes;
  if (!first) return undefined;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Space around what is shown whole, as a part of the view. */
const PADDING = 0.06;

/** Where a view of some pixels is, so that it shows a rectangle whole, in its middle, and at its size at most. */
export function viewOf(
  { x, y, width, height }: Box,
  seen: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number; readonly zoom: number } {
  const room = 1 - 2 * PADDING;
  const zoom = Math.min(1, (seen.width * room) / width, (seen.height * room) / height);
  const middle = { x: x + width / 2, y: y + height / 2 };
  return { x: seen.width / 2 - middle.x * zoom, y: seen.height / 2 - middle.y * zoom, zoom };
}

/** A place for a new group, at or below another, where it covers nothing. */
export function freePlace({ parts }: Scene, { x, y }: Point): Point {
  const boxes = parts.map(({ box }) => box).toSorted((one, other) => one.y - other.y);
  let top = y;
  for (const box of boxes) {
    if (overlaps(box, { x: x - MARGIN, y: top - MARGIN, width: NEW.width, height: NEW.height }))
      top = box.y + box.height + MARGIN;
  }
  return { x, y: top };
}

/** Space around a new group, and its size with that. */
const MARGIN = 40;
const NEW = { width: SIZES.group + 2 * MARGIN, height: 120 + 2 * MARGIN } as const;

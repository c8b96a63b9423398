import type { Flow, FlowEdge, FlowGroup, FlowPart } from '@parley/client';

/** A place on the canvas, in pixels at zoom 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the canvas, in pixels at zoom 1. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Where a part is; 0, 0 where its document does not say. */
export function pointOf({ graphCoordinates }: FlowPart): Point {
  const { x, y } = (graphCoordinates ?? {}) as Partial<Record<keyof Point, unknown>>;
  return { x: Number(x) || 0, y: Number(y) || 0 };
}

/** The members of `from` of an edge. */
export function originOf({ from }: FlowEdge): {
  readonly blockId?: string;
  readonly itemId?: string;
  readonly pathId?: string;
  readonly eventId?: string;
} {
  // An edge begins at an event, or at a block and one of its items.
  return from ?? {};
}

/** The group that has a block, and the block. */
export function findBlock(
  flow: Flow,
  blockId: string,
): { readonly group: FlowGroup; readonly block: FlowPart } | undefined {
  for (const group of flow.groups) {
    const block = group.blocks.find(({ id }) => id === blockId);
    if (block) return { group, block };
  }
  return undefined;
}

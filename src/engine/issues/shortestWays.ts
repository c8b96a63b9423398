import { recordsIn } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import { isInput, type FlowGraph, type GraphNode } from './flowGraph.js';

/** A group that a chat comes to, or a block at which it is decided how it goes on. */
export interface WayStep {
  readonly place: LocatedBlock;
  /** The item by which the block is left. */
  readonly itemId?: string | undefined;
  /** The text of the choice that is made. */
  readonly text?: string | undefined;
}

/** The steps of a way, at most; longer ways say nothing to anybody. */
const MOST_STEPS = 50;

/** A block on a way, the one before it, and the item by which that is left. */
interface Visit {
  readonly node: GraphNode;
  readonly before: Visit | undefined;
  readonly itemId: string | undefined;
}

/**
 * The shortest ways from the start to the blocks of a flow, by a breadth-first search of its graph: whether a chat can go them is a guess.
 * Undefined for a block to which no way leads, or none of a length that says something.
 */
export function shortestWays({
  start,
  nodeOf,
}: FlowGraph): (place: LocatedBlock) => WayStep[] | undefined {
  const visits = new Map<GraphNode | undefined, Visit>();
  if (start) visits.set(start, { node: start, before: undefined, itemId: undefined });
  // A map is gone through in the order in which it is filled, also while it is.
  for (const before of visits.values())
    for (const { to, itemId } of before.node.exits)
      if (to && !visits.has(to)) visits.set(to, { node: to, before, itemId });
  return (place) => {
    const steps: WayStep[] = [];
    for (
      let visit = visits.get(nodeOf(place)), left: Visit | undefined;
      visit;
      visit = visit.before
    ) {
      if (isStep(visit, left)) steps.push(stepOf(visit, left?.itemId));
      if (steps.length > MOST_STEPS) return undefined;
      left = visit;
    }
    return steps.length > 0 ? steps.toReversed() : undefined;
  };
}

/** Whether something is to be said of a visit: a chat enters a group, answers, goes by an item, or is there. */
function isStep({ node, before }: Visit, next: Visit | undefined): boolean {
  const isEntered = before?.node.place.group !== node.place.group;
  return isEntered || next?.itemId !== undefined || !next || isInput(node);
}

function stepOf({ node: { place } }: Visit, itemId: string | undefined): WayStep {
  return { place, itemId, text: labelOf(place, itemId) };
}

function labelOf({ block }: LocatedBlock, itemId: string | undefined): string | undefined {
  const item = recordsIn(block['items']).find(({ id }) => id === itemId);
  const label = item?.['content'] ?? item?.['title'];
  return typeof label === 'string' ? label : undefined;
}

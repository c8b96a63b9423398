import { recordsIn } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import { isInput, type FlowGraph } from './flowGraph.js';

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

/** How a search came to a block. */
interface Arrival {
  readonly from: number;
  readonly itemId: string | undefined;
}

/**
 * The shortest ways from the start to the blocks of a flow, by a breadth-first search of its graph: whether a chat can go them is a guess.
 * Undefined for a block to which no way leads, or none of a length that says something.
 */
export function shortestWays(graph: FlowGraph): (place: LocatedBlock) => WayStep[] | undefined {
  const arrivals = arrivalsIn(graph);
  return (place) => {
    const steps: WayStep[] = [{ place }];
    for (const visit of visitsBefore(graph.numberOf(place), arrivals)) {
      const step = stepOf(visit, graph);
      if (step) steps.push(step);
      if (steps.length > MOST_STEPS) return undefined;
    }
    return arrivals.has(graph.numberOf(place) ?? -1) ? steps.toReversed() : undefined;
  };
}

/** A block on a way, the one before it, and the item by which it is left. */
interface Visit extends Arrival {
  readonly at: number;
}

/** The blocks on the way to one, from the last to the first, without that one. */
function* visitsBefore(
  place: number | undefined,
  arrivals: ReadonlyMap<number, Arrival>,
): Generator<Visit> {
  let { from: at = -1, itemId } = arrivals.get(place ?? -1) ?? {};
  for (let arrival = arrivals.get(at); arrival; arrival = arrivals.get(at)) {
    yield { at, from: arrival.from, itemId };
    ({ from: at, itemId } = arrival);
  }
}

/** What is said of a visit: nothing where a chat only passes a block of a group. */
function stepOf({ at, from, itemId }: Visit, { places }: FlowGraph): WayStep | undefined {
  const place = places[at];
  if (!place) return undefined;
  const isEntered = places[from]?.group !== place.group;
  const isLeft = itemId !== undefined || isInput(place.block);
  return isEntered || isLeft ? { place, itemId, text: labelOf(place, itemId) } : undefined;
}

/** How the search first came to each block; the start is come to from no block, -1. */
function arrivalsIn({ start, exits }: FlowGraph): ReadonlyMap<number, Arrival> {
  const arrivals = new Map<number, Arrival>();
  if (start === undefined) return arrivals;
  arrivals.set(start, { from: -1, itemId: undefined });
  // A map is gone through in the order in which it is filled, also while it is.
  for (const from of arrivals.keys())
    for (const { to, itemId } of exits[from] ?? [])
      if (to !== undefined && !arrivals.has(to)) arrivals.set(to, { from, itemId });
  return arrivals;
}

function labelOf({ block }: LocatedBlock, itemId: string | undefined): string | undefined {
  const item = recordsIn(block['items']).find(({ id }) => itemId !== undefined && id === itemId);
  const label = item?.['content'] ?? item?.['title'];
  return typeof label === 'string' ? label : undefined;
}

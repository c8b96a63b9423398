import { kindOf } from '../blocks/index.js';
import { exitPlaces } from '../flow/blockExits.js';
import type { LocatedBlock, Flow } from '../flow/flow.js';
import { oncePer } from '../documents/oncePer.js';
import { edgeTarget } from '../flow/position.js';

/** The number of inputs on the longest path from a block to an end, that block included. */
export type LongestPaths = (block: LocatedBlock['block']) => number;

/**
 * The longest paths through a flow, computed once for each compiled flow in time proportional to its size
 * (docs/engine-rules.md, "Progress"). The flow is followed from its entry points, depth first; an edge back to a block
 * of the current path counts as an end, so no loop is followed. Linked bots are not followed.
 */
export const longestPathsOf: (flow: Flow) => LongestPaths = oncePer((flow: Flow) => {
  const longest: Lengths = new Map();
  const entered = new Set<LocatedBlock['block']>();
  for (const entry of entriesOf(flow)) searchFrom(entry, { flow, longest, entered });
  return (block) => longest.get(block) ?? 0;
});

type Lengths = Map<LocatedBlock['block'], number>;

interface Search {
  readonly flow: Flow;
  readonly longest: Lengths;
  readonly entered: Set<LocatedBlock['block']>;
}

/** A block of the current path, with those of its exits that were not followed yet. */
interface PathBlock {
  readonly block: LocatedBlock['block'];
  readonly exits: readonly LocatedBlock[];
  readonly left: LocatedBlock[];
}

/** Iterative, because a flow may be longer than the call stack allows. */
function searchFrom(entry: LocatedBlock, { flow, longest, entered }: Search): void {
  const way: PathBlock[] = [];
  const enter = (place: LocatedBlock) => {
    if (entered.has(place.block)) return;
    entered.add(place.block);
    const exits = exitPlaces(flow, place).filter((exit) => exit !== undefined);
    way.push({ block: place.block, exits, left: exits.toReversed() });
  };
  enter(entry);
  for (let last = way.at(-1); last; last = way.at(-1)) {
    const exit = last.left.pop();
    if (exit) enter(exit);
    else {
      way.pop();
      longest.set(last.block, ownInput(last.block) + longestOf(last.exits, longest));
    }
  }
}

function ownInput({ type }: LocatedBlock['block']): number {
  return kindOf(type).family === 'input' ? 1 : 0;
}

function longestOf(exits: readonly LocatedBlock[], longest: Lengths): number {
  return exits.reduce((most, { block }) => Math.max(most, longest.get(block) ?? 0), 0);
}

/** Events first, then every block: some are reached only by a jump whose target a variable names. */
function entriesOf(flow: Flow): LocatedBlock[] {
  const { events, groups } = flow.definition;
  const called = events.map(({ outgoingEdgeId }) => edgeTarget(flow, outgoingEdgeId));
  return [
    ...called.filter((place) => place !== undefined),
    ...groups.flatMap((group) => group.blocks.map((block, index) => ({ block, group, index }))),
  ];
}

import type { Group } from '../documents/group.js';
import { exitPlaces } from './blockExits.js';
import type { Flow } from './flow.js';
import { exitsOf } from './reachableGroups.js';

/** The groups of a flow in an order in which people can read them. */
export interface ReadingOrder {
  /** Those that lead on from the events: after each group those that its first exit leads to, and so on. */
  readonly reached: ReadonlySet<Group>;
  /** All others, in the order of the flow. */
  readonly others: readonly Group[];
}

const GROUPS_A_STEP = 100;

/** The order of a depth-first walk along edges and jumps; each group is visited once. Runs in steps. */
export function* readingOrder(flow: Flow): Generator<undefined, ReadingOrder> {
  const reached = new Set<Group>();
  const { events, groups } = flow.definition;
  const left = events.map(({ outgoingEdgeId }) => groupAfter(flow, outgoingEdgeId)).toReversed();
  while (left.length > 0) {
    const group = left.pop();
    if (!group || reached.has(group)) continue;
    reached.add(group);
    if (reached.size % GROUPS_A_STEP === 0) yield;
    left.push(...groupsAfter(flow, group).toReversed());
  }
  return { reached, others: groups.filter((group) => !reached.has(group)) };
}

function groupAfter(flow: Flow, edgeId: string | undefined): Group | undefined {
  const edge = flow.edge(edgeId);
  return edge && flow.group(edge.to.groupId);
}

/** The groups that the blocks of a group lead to, each once, in the order of the blocks and their exits. */
function groupsAfter(flow: Flow, group: Group): Group[] {
  const after = group.blocks.flatMap((block, index) => {
    const edges = [...exitsOf(block).map((exit) => exit.outgoingEdgeId), block.outgoingEdgeId];
    // Edges may lead to groups without blocks, and jumps have no edges.
    const jumps = exitPlaces(flow, { block, group, index }).map((exit) => exit?.group);
    return [...edges.map((id) => groupAfter(flow, id)), ...jumps];
  });
  return [...new Set(after.filter((one) => one !== undefined))];
}

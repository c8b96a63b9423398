import { kindOf } from '../blocks/index.js';
import { recordsIn } from '../documents/jsonRecord.js';
import type { Flow, LocatedBlock } from '../flow/flow.js';
import { nextInGroup } from '../flow/nextInGroup.js';
import { edgeTarget, findTarget } from '../flow/position.js';
import { targetOf } from '../flow/reachableGroups.js';
import { loneName } from '../text/names.js';

/** One way out of a block. */
export interface Exit {
  /** The block it leads to; undefined where the chat ends, or it leads to no block. */
  readonly to: GraphNode | undefined;
  /** The item that it belongs to; undefined for the block's own. */
  readonly itemId: string | undefined;
}

/** A block of a flow, and the ways out of it. */
export interface GraphNode {
  readonly place: LocatedBlock;
  readonly exits: Exit[];
  /** The blocks that lead to it. */
  readonly entrances: Pick<Exit, 'to'>[];
  /** Whether a chat may come to it, as far as edges, jumps and links tell. */
  isReached: boolean;
}

/** The blocks of a flow in their order, and the ways between them. */
export interface FlowGraph {
  readonly flow: Flow;
  readonly nodes: readonly GraphNode[];
  /** Where chats begin; undefined if nowhere. */
  readonly start: GraphNode | undefined;
  /** Where other events lead. */
  readonly others: readonly (GraphNode | undefined)[];
  /** Whether a chat may go to any group, because a variable names one. */
  readonly isOpen: boolean;
  /** The block of an id, if there is one. */
  nodeAt(blockId: string | null): GraphNode | undefined;
  nodeOf(place: LocatedBlock | undefined): GraphNode | undefined;
}

/** The blocks that a search looks at in a step. */
export const BLOCKS_A_STEP = 1_000;

/** Makes the graph of a flow, in time proportional to its size. */
export function* flowGraph(flow: Flow): Generator<undefined, FlowGraph> {
  const nodes = flow.definition.groups.flatMap((group) =>
    group.blocks.map((block, index) => nodeWith({ block, group, index })),
  );
  yield;
  const byBlock = new Map<unknown, GraphNode>(nodes.map((node) => [node.place.block, node]));
  const nodeOf = (place: LocatedBlock | undefined) => byBlock.get(place?.block);
  const returns = nodes.filter(({ place }) => place.block.type === 'Return');
  for (const [number, node] of nodes.entries()) {
    for (const { to: next, itemId } of waysOut(flow, node.place, returns.length > 0)) {
      const to = nodeOf(next);
      node.exits.push({ to, itemId });
      to?.entrances.push({ to: node });
    }
    if (number % BLOCKS_A_STEP === 0) yield;
  }
  const [start, ...others] = flow.definition.events.map(({ outgoingEdgeId }) =>
    nodeOf(edgeTarget(flow, outgoingEdgeId)),
  );
  for (const node of reachedFrom([start, ...others], ({ exits }) => exits)) node.isReached = true;
  const isOpen = nodes.some(({ place, isReached }) => isReached && goesByVariable(place.block));
  const nodeAt = (blockId: string | null) => nodeOf(flow.block(String(blockId)));
  return { flow, nodes, start, others, isOpen, nodeAt, nodeOf };
}

function nodeWith(place: LocatedBlock): GraphNode {
  return { place, exits: [], entrances: [], isReached: false };
}

type Block = LocatedBlock['block'];

interface PlacedExit {
  readonly to: LocatedBlock | undefined;
  readonly itemId?: string;
}

function waysOut(flow: Flow, place: LocatedBlock, mayReturn: boolean): PlacedExit[] {
  const { block } = place;
  const own = { to: nextInGroup(place) ?? edgeTarget(flow, block.outgoingEdgeId) };
  const target = targetOf(block);
  const led = target ? [{ to: findTarget(flow, target) }] : [];
  // A Return block leads back to behind the jump.
  if (block.type === 'Jump' && target) return mayReturn ? [...led, own] : led;
  const items = itemExits(flow, block);
  // The draw takes one of the ways that lead somewhere.
  const isDrawn = block.type === 'AB test' && items.length > 0;
  return isDrawn ? items : [...items, ...led, own];
}

function itemExits(flow: Flow, { type, items }: Block): PlacedExit[] {
  return recordsIn(items).flatMap(({ id, outgoingEdgeId, paths }) => {
    const itemId = String(id);
    const edges = [outgoingEdgeId, ...recordsIn(paths).map((path) => path['outgoingEdgeId'])];
    const named = edges.filter((edge) => typeof edge === 'string');
    const found = named.map((edge) => ({ to: edgeTarget(flow, edge), itemId }));
    // Only of a condition an item without an edge ends the path; elsewhere the block's own edge is taken.
    return type === 'Condition' && found.length === 0 ? [{ to: undefined, itemId }] : found;
  });
}

function goesByVariable(block: Block): boolean {
  return loneName(String(targetOf(block)?.groupId)) !== undefined;
}

/** The blocks that can be reached from some, themselves included. */
export function reachedFrom(
  starts: readonly (GraphNode | undefined)[],
  waysFrom: (node: GraphNode) => readonly Pick<Exit, 'to'>[],
): ReadonlySet<GraphNode> {
  const reached = new Set(starts.filter((start) => start !== undefined));
  // A set is gone through in the order in which it is filled, also while it is.
  for (const node of reached)
    for (const { to } of waysFrom(node)) if (to !== undefined) reached.add(to);
  return reached;
}

/** Whether a block asks the visitor something. */
export function isInput({ place }: Pick<GraphNode, 'place'>): boolean {
  return kindOf(place.block.type).family === 'input';
}

import { kindOf } from '../blocks/index.js';
import { isJsonRecord, recordsIn } from '../documents/jsonRecord.js';
import { leadsAnywhere } from '../flow/blockExits.js';
import type { Flow, LocatedBlock } from '../flow/flow.js';
import { nextInGroup } from '../flow/nextInGroup.js';
import { blockAt, edgeTarget, findTarget } from '../flow/position.js';
import { targetOf } from '../flow/reachableGroups.js';

/** One way out of a block. */
export interface Exit {
  /** The number of the block it leads to; undefined where the chat ends, or it leads to no block. */
  readonly to: number | undefined;
  /** The item that it belongs to; absent for the block's own. */
  readonly itemId?: string;
}

/** The blocks of a flow by number, in their order, and the ways between them. */
export interface FlowGraph {
  readonly flow: Flow;
  readonly places: readonly LocatedBlock[];
  readonly exits: readonly (readonly Exit[])[];
  /** The blocks that chats begin at; undefined if none. */
  readonly start: number | undefined;
  /** The blocks at which other events begin. */
  readonly others: readonly number[];
  /** The blocks that a chat may come to, as far as edges, jumps and links tell. */
  readonly isReached: readonly boolean[];
  /** Whether a chat may go to any group, because a variable names one. */
  readonly isOpen: boolean;
  numberOf(place: LocatedBlock | undefined): number | undefined;
}

/** The blocks whose ways are found in a step. */
const BLOCKS_A_STEP = 2_000;

/** Makes the graph of a flow, in time proportional to its size. */
export function* flowGraph(flow: Flow): Generator<undefined, FlowGraph> {
  const places = flow.definition.groups.flatMap((group) =>
    group.blocks.map((block, index) => ({ block, group, index })),
  );
  yield;
  const numbers = new Map(places.map(({ block }, number) => [block, number] as const));
  const numberOf = (place: LocatedBlock | undefined): number | undefined =>
    place && numbers.get(place.block);
  const hasReturn = places.some(({ block }) => block.type === 'Return');
  const exits: Exit[][] = [];
  for (const place of places) {
    const found = exitsOf(flow, place, hasReturn);
    exits.push(found.map(({ to, itemId }) => ({ to: numberOf(to), ...(itemId && { itemId }) })));
    if (exits.length % BLOCKS_A_STEP === 0) yield;
  }
  const [start, ...others] = flow.definition.events.map(({ outgoingEdgeId }) =>
    numberOf(edgeTarget(flow, outgoingEdgeId)),
  );
  const begun = { start, others: others.filter((one) => one !== undefined) };
  const isReached = reachedFrom([start, ...others], exits);
  const isOpen = places.some(
    ({ block }, number) => isReached[number] === true && goesByVariable(block),
  );
  return { flow, places, exits, ...begun, isReached, isOpen, numberOf };
}

type Block = LocatedBlock['block'];

interface PlacedExit {
  readonly to: LocatedBlock | undefined;
  readonly itemId?: string | undefined;
}

function exitsOf(flow: Flow, place: LocatedBlock, hasReturn: boolean): PlacedExit[] {
  const { block } = place;
  const own = { to: nextInGroup(place) ?? edgeTarget(flow, block.outgoingEdgeId) };
  const target = targetOf(block);
  const led = target && !target.groupId.includes('{{') ? [{ to: findTarget(flow, target) }] : [];
  // A Return block leads back to behind the jump.
  if (block.type === 'Jump' && target) return hasReturn ? [...led, own] : led;
  const items = itemExits(flow, block);
  // The draw takes one of the ways that lead somewhere.
  const isLeft = block.type !== 'AB test' || items.length === 0;
  return [...items, ...led, ...(isLeft ? [own] : [])];
}

function itemExits(flow: Flow, { type, items }: Block): PlacedExit[] {
  return recordsIn(items).flatMap(({ id, outgoingEdgeId, paths }) => {
    const itemId = typeof id === 'string' ? id : undefined;
    const edges = [outgoingEdgeId, ...recordsIn(paths).map((path) => path['outgoingEdgeId'])];
    const named = edges.filter((edge) => typeof edge === 'string');
    const found = named.map((edge) => ({ to: edgeTarget(flow, edge), itemId }));
    // Only of a condition an item without an edge ends the path; elsewhere the block's own edge is taken.
    return type === 'Condition' && found.length === 0 ? [{ to: undefined, itemId }] : found;
  });
}

function goesByVariable(block: Block): boolean {
  const { groupId } = isJsonRecord(block.options) ? block.options : {};
  return (
    leadsAnywhere(block) &&
    (block.type === 'Jump' || block.type === 'Bot link') &&
    typeof groupId === 'string' &&
    groupId.includes('{{')
  );
}

/** The blocks that can be reached from some, themselves included. */
export function reachedFrom(
  starts: readonly (number | undefined)[],
  exits: readonly (readonly Exit[])[],
): boolean[] {
  const isReached = exits.map(() => false);
  const left = starts.filter((start) => start !== undefined);
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (isReached[at]) continue;
    isReached[at] = true;
    for (const { to } of exits[at] ?? []) if (to !== undefined && !isReached[to]) left.push(to);
  }
  return isReached;
}

/** Whether a block asks the visitor something. */
export function isInput({ type }: Block): boolean {
  return kindOf(type).family === 'input';
}

/** The block before one in its group. */
export function blockBefore({ group, index }: LocatedBlock): LocatedBlock | undefined {
  return blockAt(group, index - 1);
}

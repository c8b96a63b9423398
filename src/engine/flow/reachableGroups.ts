import type { BlockTarget } from '../blocks/kind/block.js';
import type { LocatedBlock, Flow } from './flow.js';
import { isJsonRecord, recordsIn } from '../documents/jsonRecord.js';
import { nextInGroup } from './nextInGroup.js';
import { THIS_BOT } from '../documents/optionMeaning.js';
import { blockAt } from './position.js';
import { loneName } from '../text/names.js';

/** The blocks that are visited in a step. */
const BLOCKS_A_STEP = 500;

/**
 * The groups that a chat can reach from the events, by edges, items, jumps and links into the same bot. All groups, if
 * a reachable jump or link names its group by a variable. Each block is visited once. Runs in steps.
 */
export function* reachableGroups(flow: Flow): Generator<undefined, ReadonlySet<string>> {
  const reached = new Set<string>();
  const entered = new Set<Block>();
  const left: LocatedBlock[] = [];
  const goTo = (place: BlockTarget | undefined): void => {
    const group = place && flow.group(place.groupId);
    if (!group) return;
    reached.add(group.id);
    const begin = blockOf(flow, place) ?? blockAt(group, 0);
    if (begin) left.push(begin);
  };
  for (const { outgoingEdgeId } of flow.definition.events) goTo(flow.edge(outgoingEdgeId)?.to);
  for (let at = left.pop(); at; at = left.pop()) {
    if (entered.has(at.block)) continue;
    entered.add(at.block);
    if (entered.size % BLOCKS_A_STEP === 0) yield;
    const places = placesAfter(flow, at);
    if (places === 'anywhere') return new Set(flow.definition.groups.map(({ id }) => id));
    places.forEach(goTo);
    const next = at.block.type === 'Jump' && targetOf(at.block) ? undefined : nextInGroup(at);
    if (next) left.push(next);
  }
  return reached;
}

/** The block that a target names, if the target's group contains it. */
function blockOf(flow: Flow, { groupId, blockId }: BlockTarget): LocatedBlock | undefined {
  const place = blockId === undefined ? undefined : flow.block(blockId);
  return place?.group.id === groupId ? place : undefined;
}

/** The targets of a block, apart from the next block of its group. */
function placesAfter(
  flow: Flow,
  { block }: LocatedBlock,
): (BlockTarget | undefined)[] | 'anywhere' {
  const target = targetOf(block);
  if (target && loneName(target.groupId) !== undefined) return 'anywhere';
  if (target && block.type === 'Jump') return [target];
  return [target, ...edgeIdsOf(block).map((id) => flow.edge(id)?.to)];
}

type Block = LocatedBlock['block'];

/** The target within the same flow that a jump or a link names. */
export function targetOf({ type, options }: Block): BlockTarget | undefined {
  if (!isJsonRecord(options)) return undefined;
  const { botId, groupId, blockId } = options;
  const isWithin = type === 'Jump' || (type === 'Bot link' && botId === THIS_BOT);
  if (!isWithin || typeof groupId !== 'string' || groupId === '') return undefined;
  return { groupId, ...(typeof blockId === 'string' && { blockId }) };
}

function edgeIdsOf(block: Block): (string | undefined)[] {
  return [block.outgoingEdgeId, ...exitsOf(block).map(({ outgoingEdgeId }) => outgoingEdgeId)];
}

/** A part of a block with an edge of its own, and the ids by which that edge names the part. */
export interface Exit {
  readonly itemId: unknown;
  readonly pathId?: unknown;
  readonly outgoingEdgeId: string | undefined;
}

/** The items of a block, and the buttons of its cards. */
export function exitsOf({ items }: Block): Exit[] {
  return recordsIn(items).flatMap(({ id: itemId, outgoingEdgeId, paths }) => [
    { itemId, outgoingEdgeId: textOr(outgoingEdgeId) },
    ...recordsIn(paths).map(({ id: pathId, outgoingEdgeId: edgeId }) => ({
      itemId,
      pathId,
      outgoingEdgeId: textOr(edgeId),
    })),
  ]);
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

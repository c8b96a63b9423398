import type { Place } from '../blocks/kind/block.js';
import type { BlockPlace, Flow } from '../flow/flow.js';
import { oncePer } from './oncePer.js';
import type { Spot } from './session.js';

/** Where an edge leads; undefined for an edge that is unknown or leads nowhere. */
export function edgeTarget(
  flow: Flow | undefined,
  edgeId: string | undefined,
): BlockPlace | undefined {
  const edge = flow?.edge(edgeId);
  return edge && placeIn(flow, edge.to);
}

/** The block a place names: the first one of its group when the block is absent or unknown. */
export function placeIn(
  flow: Flow | undefined,
  { groupId, blockId }: Place,
): BlockPlace | undefined {
  const group = flow?.group(groupId);
  if (!group) return undefined;
  if (blockId === undefined) return placeAt(group, 0);
  return placeAt(group, indexIn(group, blockId) ?? 0);
}

/** The index of a block in its group; of several with one id the first. Indexed once per group, since some are large. */
export function indexIn(group: BlockPlace['group'], blockId: string): number | undefined {
  return indexesIn(group).get(blockId);
}

const indexesIn = oncePer(({ blocks }: BlockPlace['group']) => {
  const entries = blocks.map(({ id }, index) => [id, index] as const);
  return new Map(entries.toReversed());
});

/** The block at a spot; undefined when the flow has none there. */
export function spotIn(flow: Flow | undefined, { groupId, index }: Spot): BlockPlace | undefined {
  const group = flow?.group(groupId);
  return group && placeAt(group, index);
}

/** The block at an index of a group, if there is one. */
export function placeAt(group: BlockPlace['group'], index: number): BlockPlace | undefined {
  const block = group.blocks[index];
  return block && { block, group, index };
}

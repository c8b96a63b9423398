import type { BlockTarget } from '../blocks/kind/block.js';
import { oncePer } from '../documents/oncePer.js';
import type { Flow, LocatedBlock } from './flow.js';

/** The position of a block in its flow: exact even when a flow holds one id twice. */
export interface Position {
  readonly groupId: string;
  readonly index: number;
}

/** The target of an edge; undefined for an edge that is unknown or leads nowhere. */
export function edgeTarget(
  flow: Flow | undefined,
  edgeId: string | undefined,
): LocatedBlock | undefined {
  const edge = flow?.edge(edgeId);
  return edge && findTarget(flow, edge.to);
}

/** The block a target names: the first one of its group when the block is absent or unknown. */
export function findTarget(
  flow: Flow | undefined,
  { groupId, blockId }: BlockTarget,
): LocatedBlock | undefined {
  const group = flow?.group(groupId);
  if (!group) return undefined;
  if (blockId === undefined) return blockAt(group, 0);
  return blockAt(group, indexIn(group, blockId) ?? 0);
}

/**
 * The index of a block in its group; of several with one id the first. Indexed once for each group, because some are
 * large.
 */
export function indexIn(group: LocatedBlock['group'], blockId: string): number | undefined {
  return indexesIn(group).get(blockId);
}

const indexesIn = oncePer(({ blocks }: LocatedBlock['group']) => {
  const entries = blocks.map(({ id }, index) => [id, index] as const);
  return new Map(entries.toReversed());
});

/** The block at a position; undefined when the flow has none there. */
export function findPosition(
  flow: Flow | undefined,
  { groupId, index }: Position,
): LocatedBlock | undefined {
  const group = flow?.group(groupId);
  return group && blockAt(group, index);
}

/** The block at an index of a group; undefined beyond its end. */
export function blockAt(group: LocatedBlock['group'], index: number): LocatedBlock | undefined {
  const block = group.blocks[index];
  return block && { block, group, index };
}

/** The position of a block, in the words of the editor. */
export function placeText({
  group,
  block,
  index,
}: Pick<LocatedBlock, 'group' | 'block' | 'index'>) {
  return `Group "${brief(group.title)}", block ${index + 1} (${brief(block.type)})`;
}

/** The beginning of a text, which an author may have made of any length. */
export function brief(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

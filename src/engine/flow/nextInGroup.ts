import { kindOf } from '../blocks/index.js';
import type { LocatedBlock } from './flow.js';
import { blockAt } from './position.js';

/** The next block of the group, unless there is none. */
export function nextInGroup({ block, group, index }: LocatedBlock): LocatedBlock | undefined {
  const isBubble = kindOf(block.type).family === 'bubble';
  return isBubble || block.outgoingEdgeId === undefined ? blockAt(group, index + 1) : undefined;
}

import { kindOf } from '../blocks/index.js';
import type { AnyBlock, BlockFault } from '../blocks/kind/block.js';

/** What is wrong with a block by the rules of its kind, whatever flow it is in. */
export function blockFaults({ type, ...block }: AnyBlock): Iterable<BlockFault> {
  const { schema, faults } = kindOf(type);
  // Most kinds have none, and parsing takes time.
  const data = faults && schema.safeParse({ type, ...block }).data;
  return (data && faults?.(data)) ?? [];
}

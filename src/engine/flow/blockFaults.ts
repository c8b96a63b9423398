import { kindOf } from '../blocks/index.js';
import type { AnyBlock } from '../blocks/kind/block.js';
import { noFaults, type BlockFault } from '../blocks/kind/blockFault.js';

/** What is wrong with a block by the rules of its kind, whatever flow it is in. */
export function blockFaults({ type, ...block }: AnyBlock): Iterable<BlockFault> {
  const { schema, faults } = kindOf(type);
  // Parsing takes time.
  const data = faults === noFaults ? undefined : schema.safeParse({ type, ...block }).data;
  return data ? faults(data) : [];
}

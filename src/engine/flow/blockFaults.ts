import { kindOf } from '../blocks/index.js';
import type { AnyBlock } from '../blocks/kind/block.js';
import { noFaults, type BlockFault } from '../blocks/kind/blockFault.js';

/** The faults that were found, because blocks that an edit leaves alone stay the same. */
const known = new WeakMap<AnyBlock, readonly BlockFault[]>();

/** The faults that are kept of a block, at most. */
const MOST_FAULTS = 1_000;

/** Finds what is wrong with a block by the rules of its kind, whatever flow it is in, in steps: a block may be as large as its flow. */
export function* blockFaults(block: AnyBlock): Generator<undefined, readonly BlockFault[]> {
  const before = known.get(block);
  if (before) return before;
  const { schema, faults } = kindOf(block.type);
  // Parsing takes time.
  const data = faults === noFaults ? undefined : schema.safeParse(block).data;
  if (!data) return [];
  yield;
  const found: BlockFault[] = [];
  for (const fault of faults(data)) {
    if (fault === undefined) yield;
    else found.push(fault);
    if (found.length === MOST_FAULTS) break;
  }
  known.set(block, found);
  yield;
  return found;
}

import { kindOf } from '../blocks/index.js';
import type { AnyBlock } from '../blocks/kind/block.js';
import { oncePer } from '../documents/oncePer.js';
import { noFaults, type BlockFault } from '../blocks/kind/blockFault.js';

/** What is wrong with a block by the rules of its kind, whatever flow it is in. Found once: blocks that an edit leaves alone stay the same. */
export const blockFaults: (block: AnyBlock) => readonly BlockFault[] = oncePer(
  ({ type, ...block }: AnyBlock) => {
    const { schema, faults } = kindOf(type);
    // Parsing takes time.
    const data = faults === noFaults ? undefined : schema.safeParse({ type, ...block }).data;
    return data ? [...faults(data)].slice(0, MOST_FAULTS) : [];
  },
);

/** The faults that are kept of a block, at most. */
const MOST_FAULTS = 1_000;

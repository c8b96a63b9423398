import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { blockFields } from '../kind/blockFields.js';

/** Goes back to the block the last jump, command or reply event came from; without one it does nothing. */
export const returnToMark = defineBlock({
  type: 'Return',
  family: 'logic',
  label: 'Return',
  icon: 'back',
  searchWords: ['go', 'back', 'continue'],
  summary: 'Goes back to where the last jump, command or reply event came from.',
  example: {},
  schema: z.looseObject({ ...blockFields, type: z.literal('Return') }),
  faults: noFaults,
  enter: () => ({ go: 'return' }),
});

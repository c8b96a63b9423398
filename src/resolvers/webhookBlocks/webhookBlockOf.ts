import { requestBlocks, type FlowDefinition } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import type { WebhookBlock } from '../../schema/webhookBlock.js';

/** The block with this id that sends a request. Fails with `VALIDATION` if the draft has none. */
export function webhookBlockOf(draft: FlowDefinition, blockId: string): WebhookBlock {
  const match = requestBlocks(draft).find((block) => block.blockId === blockId);
  if (match) return match;
  throw invalid([
    { path: ['blockId'], message: 'The draft has no block with this id that sends a request' },
  ]);
}

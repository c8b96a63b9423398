import { isHttpRequest } from './upgrade/isHttpRequest.js';
import { z } from 'zod';
import type { FlowDefinition } from './flow.js';

/** A block that sends a request, as automation tools list it. */
export interface RequestBlock {
  readonly blockId: string;
  readonly type: string;
  /** Tells blocks apart: the title of the group, and the place in it from 1. */
  readonly label: string;
  /** Where its request goes; null until that is set. */
  readonly url: string | null;
}

/** The blocks of a flow that send a request, in the order of the flow. */
export function requestBlocks({ groups }: Pick<FlowDefinition, 'groups'>): RequestBlock[] {
  return groups.flatMap(({ title, blocks }) =>
    blocks.flatMap((block, index) => {
      if (!isHttpRequest(block)) return [];
      const { id: blockId, type } = block;
      const url = urlSchema.safeParse(block).data?.options.webhook.url ?? null;
      return [{ blockId, type, label: `${title}, block ${index + 1}`, url }];
    }),
  );
}

const urlSchema = z.object({ options: z.object({ webhook: z.object({ url: z.string() }) }) });

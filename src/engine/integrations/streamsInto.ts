import { z } from 'zod';
import type { AnyBlock, BlockContext, BlockResult, ResumeInput } from '../blocks/kind/block.js';
import type { Flow } from '../flow/flow.js';
import { edgeTarget, blockAt } from '../flow/position.js';
import { isLeaf, richTextNodeSchema, type RichTextNode } from '../text/richTextNode.js';
import { toValue } from '../values/toValue.js';

/**
 * Whether the client streams the text that goes into a variable: the client can stream, and the next bubble shows that
 * text.
 */
export function streamsInto(
  block: AnyBlock,
  variableId: string | undefined,
  context: BlockContext,
): boolean {
  return clientStreams(context) && bubbleSaying(block, variableId, context) !== undefined;
}

/** Whether the client can stream, in a chat that may use credentials: the client that streams uses them. */
export function clientStreams({ settings }: BlockContext): boolean {
  return settings.isStreamEnabled && settings.reach === undefined;
}

/**
 * The bubble that shows a text next: it follows the block that fills the variable, and begins with nothing but that
 * variable. Where the server makes the request, watchers may be sent the text under the id of this bubble while it is
 * generated.
 */
export function bubbleSaying(
  block: AnyBlock,
  variableId: string | undefined,
  { flow }: BlockContext,
): string | undefined {
  const variable = variableId === undefined ? undefined : flow.variable(variableId);
  if (!variable) return undefined;
  const next = textBubbleSchema.safeParse(nextBlock(block, flow)).data;
  if (!next || firstLeaf(next.content.richText[0]) !== `{{${variable.name}}}`) return undefined;
  return next.id;
}

/** A block that may have streamed, and the variable it streams into. */
export interface Streaming {
  readonly block: AnyBlock;
  readonly variableId: string | undefined;
}

/**
 * Reads the text that a client has streamed and shown; undefined when this block does not stream. When the client gave
 * up, nothing was shown and the bubble is sent after all.
 */
export function takeStreamed(
  { block, variableId }: Streaming,
  answer: ResumeInput,
  context: BlockContext,
): BlockResult | undefined {
  if (variableId === undefined || !streamsInto(block, variableId, context)) return undefined;
  if (!answer.ok || typeof answer.value !== 'string') return { go: 'next' };
  const set = [{ variableId, value: toValue(answer.value) }];
  return { go: 'next', set, skipNextBubble: true };
}

const textBubbleSchema = z.object({
  id: z.string(),
  type: z.literal('text'),
  content: z.object({ richText: z.array(richTextNodeSchema) }),
});

/** By the block's own edge, else within its group. */
function nextBlock({ id, outgoingEdgeId }: AnyBlock, flow: Flow): unknown {
  if (outgoingEdgeId !== undefined) return edgeTarget(flow, outgoingEdgeId)?.block;
  const place = flow.block(id);
  return place && blockAt(place.group, place.index + 1)?.block;
}

function firstLeaf(node: RichTextNode | undefined): string | undefined {
  if (!node) return undefined;
  return isLeaf(node) ? node.text : firstLeaf(node.children[0]);
}

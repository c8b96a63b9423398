import { z } from 'zod';
import type { AnyBlock, BlockContext, ResumeInput } from '../blocks/kind/block.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import type { Flow } from '../flow/flow.js';
import { edgeTarget, blockAt } from '../flow/position.js';
import type { EffectResult } from '../interpreter/effect.js';
import { isLeaf, richTextNodeSchema, type RichTextNode } from '../text/richTextNode.js';

/**
 * Whether the client streams the text that the bubble `saidBy` shows next: it can stream, and the chat may use
 * credentials, which a streaming client needs. Decided once, when the block begins; later the answer tells whether
 * the client reported the text (`textOutput`).
 */
export function isStreamedByClient(
  saidBy: string | undefined,
  { settings }: BlockContext,
): boolean {
  return saidBy !== undefined && settings.isStreamEnabled && settings.reach === undefined;
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

/** The output of a block whose text may be streamed. */
export interface TextOutput {
  /** The parts of the answer, by their names. */
  readonly output: JsonRecord;
  /** The client has shown the text: the bubble that says it is not sent. */
  readonly skipNextBubble?: true;
}

/**
 * The output of a block whose text may be streamed; `item` is the name of the text in it. If the client streamed, the
 * output is that of the request that this server made for the client, with the text as the client reports it. A
 * client that reports no text has shown none.
 */
export function textOutput(answer: ResumeInput, item: string): TextOutput {
  if (!answer.isReport) return { output: outputIn(answer) };
  const made = outputIn(answer.streamed);
  const { value: text } = answer;
  return text ? { output: { ...made, [item]: text }, skipNextBubble: true } : { output: made };
}

function outputIn(answer: EffectResult | undefined): JsonRecord {
  return answer?.ok && isJsonRecord(answer.value) ? answer.value : {};
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

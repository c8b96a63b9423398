import {
  loadedBotSchema,
  type EffectResult,
  type Flow,
  type LoadBotEffect,
  type Session,
} from '../engine/index.js';
import { stageOf } from '../storage/flowVariants.js';
import { findLinkedDraft, findLinkedFlowId, type Link } from '../storage/linked.js';
import { newResultId } from '../storage/newId.js';
import { shardKeyOf } from '../storage/shardKeys.js';
import type { ChatPorts } from './ports.js';

/**
 * Finds the bot that a link leads to, only in the workspace of the chat's own bot: its published flow, or its draft in a preview; in a
 * chat of a stage, the stage of the same name if the other bot has one. The result names its flow and a new result for the answers given in it.
 */
export async function loadBot(
  ports: ChatPorts,
  { stack }: Session,
  { botId, isPreview }: LoadBotEffect,
): Promise<EffectResult> {
  // A preview has no results.
  const shardKey = shardKeyOf(stack[0]?.resultId ?? '');
  const link = { fromBotId: stack[0]?.botId, botId, stage: stageOf(stack[0]?.flowId) };
  const flow = await findFlow(ports, link, isPreview);
  if (!flow) return { ok: false, error: `there is no bot ${botId} to go to` };
  return { ok: true, value: { botId, flowId: flow.id, resultId: newResultId(shardKey) } };
}

/** The id of the flow in such a result; undefined where no bot was found. */
export function loadedFlowId(result: EffectResult): string | undefined {
  const bot = result.ok ? loadedBotSchema.safeParse(result.value).data : undefined;
  return bot?.flowId;
}

async function findFlow(
  { pool, flows }: ChatPorts,
  link: Link,
  isPreview: boolean,
): Promise<Flow | undefined> {
  if (!isPreview) {
    const flowId = await findLinkedFlowId(pool, link);
    return flowId === undefined ? undefined : flows.load(flowId);
  }
  const draft = await findLinkedDraft(pool, link);
  return draft && flows.save(draft);
}

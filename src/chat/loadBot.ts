import type { Flow, LoadBotEffect, Session } from '../engine/index.js';
import { findLinkedDraft, findLinkedFlowId, type Link } from '../storage/linked.js';
import type { ChatPorts } from './ports.js';

/** A bot found for a link, to be told to the engine. */
export interface LoadedBot {
  readonly botId: string;
  readonly flow: Flow;
}

/**
 * Finds the bot a link leads to: what is published of it, its draft in a preview, and only in the workspace
 * of the chat's own bot.
 */
export async function loadBot(
  ports: ChatPorts,
  { stack }: Session,
  { botId, isPreview }: LoadBotEffect,
): Promise<LoadedBot | undefined> {
  const fromBotId = stack[0]?.botId;
  if (fromBotId === undefined) return undefined;
  const flow = await findFlow(ports, { fromBotId, botId }, isPreview);
  return flow && { botId, flow };
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

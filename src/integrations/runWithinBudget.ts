import type { EffectResult } from '../engine/index.js';
import type { AiUse } from '../storage/aiUsage.js';
import type { AiMeter } from './aiMeter.js';
import { addUsage, type Usage } from './models/usage.js';
import type { VendorCall, VendorPorts } from './vendorAction.js';
import { runVendorAction } from './vendorActions.js';

/** The kinds of blocks that ask an AI. */
const AI = new Set([
  ...['openai', 'groq', 'deepseek', 'together-ai', 'open-router', 'perplexity', 'mistral'],
  ...['anthropic', 'dify-ai', 'chat-node', 'elevenlabs'],
]);

/**
 * Does the action of a vendor, one of an AI only where a budget is left. Its requests are counted together when it has ended,
 * whether or not it failed: an action that takes more than is left is not broken off.
 */
export async function runWithinBudget(
  ports: VendorPorts & { readonly aiMeter: AiMeter | undefined },
  call: VendorCall,
): Promise<EffectResult> {
  const { effect, origin, chat } = call;
  const { botId } = origin;
  const { aiMeter } = ports;
  if (!aiMeter || !AI.has(effect.type) || botId === undefined) return runVendorAction(ports, call);
  const user = { chat, botId };
  await aiMeter.assertLeft(user);
  const began = performance.now();
  let usage: Usage = {};
  let cost = 0;
  const countUse: VendorPorts['countUse'] = (used) => {
    ports.countUse(used);
    usage = addUsage(usage, used);
    cost += aiMeter.costOf(used);
  };
  try {
    return await runVendorAction({ ...ports, countUse }, call);
  } finally {
    await aiMeter.count(user, useOf({ ...usage, cost }, performance.now() - began));
  }
}

function useOf(usage: Usage, took: number): AiUse {
  const { total = 0, prompt = 0, completion = 0, cost = 0 } = usage;
  const milliseconds = Math.round(took);
  const tokens = { tokens: total, promptTokens: prompt, completionTokens: completion };
  return { calls: 1, ...tokens, milliseconds, cost };
}

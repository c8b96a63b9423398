import type { EffectResult } from '../engine/index.js';
import type { AiMeter } from './aiMeter.js';
import { needOf } from './aiNeed.js';
import { addUsage, type Usage } from './models/usage.js';
import type { VendorCall, VendorPorts } from './vendorAction.js';
import { runVendorAction } from './vendorActions.js';

/** The kinds of blocks that ask an AI. */
const AI = new Set([
  ...['openai', 'groq', 'deepseek', 'together-ai', 'open-router', 'perplexity', 'mistral'],
  ...['anthropic', 'dify-ai', 'chat-node', 'elevenlabs'],
]);

/**
 * Does the action of a vendor, one of an AI only where a budget is left: what it may take is held while it runs. Its requests are
 * counted together when it has ended, whether or not it failed: an action that takes more than is left is not broken off.
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
  const hold = await aiMeter.hold(user, needOf(effect, aiMeter.costOf));
  const began = performance.now();
  let usage: Usage = {};
  let cost = 0;
  let estimated = 0;
  const countUse: VendorPorts['countUse'] = (used) => {
    ports.countUse(used);
    usage = addUsage(usage, used);
    cost += aiMeter.costOf(used);
    if (used.isEstimate) estimated += used.total ?? 0;
  };
  try {
    return await runVendorAction({ ...ports, countUse }, call);
  } finally {
    const milliseconds = Math.round(performance.now() - began);
    const rest = { estimatedTokens: estimated, milliseconds, cost };
    await aiMeter.settle({ hold, user, use: { calls: 1, ...tokensOf(usage), ...rest } });
  }
}

function tokensOf({ total = 0, prompt = 0, completion = 0 }: Usage) {
  return { tokens: total, promptTokens: prompt, completionTokens: completion };
}

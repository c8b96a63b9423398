import { z } from 'zod';
import type { EffectResult } from '../engine/index.js';
import type { AiNeed } from '../storage/aiHolds.js';
import type { AiMeter } from './aiMeter.js';
import { LONGEST_WAIT } from './models/attempt.js';
import { bytesIn, tokensIn } from './models/estimate.js';
import { addUsage, type Usage } from './models/usage.js';
import type { VendorCall, VendorPorts } from './vendorAction.js';
import { runVendorAction } from './vendorActions.js';

/** What budgets for AI need. */
export interface BudgetPorts {
  /** Counts and limits AI usage; without it usage is unlimited. */
  readonly aiMeter: AiMeter | undefined;
  /** Whether blocks of a kind use AI. */
  readonly usesAi: (type: string) => boolean;
}

/**
 * Runs the action of a vendor. An AI action runs only within its budgets, and the greatest amount that it may use is reserved while it
 * runs. Its requests are counted together when it has ended, even if it failed. An action that uses up its budget meanwhile is not
 * interrupted.
 */
export async function runWithinBudget(
  ports: VendorPorts & BudgetPorts,
  call: VendorCall,
): Promise<EffectResult> {
  const { effect, origin, chat } = call;
  const { botId } = origin;
  const { aiMeter } = ports;
  if (!aiMeter || !ports.usesAi(effect.type) || botId === undefined)
    return runVendorAction(ports, call);
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
    const taken = { ...tokensOf(usage), estimatedTokens: estimated, cost };
    origin.noteUse?.(taken);
    await aiMeter.settle({ hold, user, use: { calls: 1, milliseconds, ...taken } });
  }
}

function tokensOf({ total = 0, prompt = 0, completion = 0 }: Usage) {
  return { tokens: total, promptTokens: prompt, completionTokens: completion };
}

/** Tokens reserved for an answer whose block does not limit it. */
const LONGEST_ANSWER = 4_096;
/** Tokens of an answer, at most: no model writes more. */
const MOST_TOKENS = 1_000_000;
/** Seconds reserved for a recording, whose length is not known in advance. */
const LONGEST_RECORDING = 600;

const name = z.string().optional().catch(undefined);
const optionsSchema = z.looseObject({
  model: name,
  modelId: name,
  maxTokens: z.coerce.number().int().positive().max(MOST_TOKENS).catch(LONGEST_ANSWER),
});

/**
 * The reservation for an action: the texts of its block and the longest answer, counted once, even if its model calls functions. The cost
 * is that of the block's model.
 */
function needOf(
  { type: vendor, options }: VendorCall['effect'],
  costOf: AiMeter['costOf'],
): AiNeed {
  const { model, modelId, maxTokens: completion } = optionsSchema.parse(options);
  const characters = bytesIn(options);
  const prompt = tokensIn(characters);
  const named = model ?? modelId;
  const most = { prompt, completion, characters, seconds: LONGEST_RECORDING };
  const cost = named === undefined ? 0 : costOf({ vendor, model: named, ...most });
  return { calls: 1, tokens: prompt + completion, milliseconds: LONGEST_WAIT, cost };
}

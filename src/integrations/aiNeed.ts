import { z } from 'zod';
import type { AiNeed } from '../storage/aiHolds.js';
import type { AiMeter } from './aiMeter.js';
import { LONGEST_WAIT } from './models/attempt.js';
import { bytesIn, tokensIn } from './models/estimate.js';
import type { VendorCall } from './vendorAction.js';

/** What an answer is allowed for, in tokens, where its block does not limit it. */
const LONGEST_ANSWER = 4_096;
/** No model writes more. */
const MOST_TOKENS = 1_000_000;
/** What a recording is allowed for, in seconds: nobody knows its length before. */
const LONGEST_RECORDING = 600;

const name = z.string().optional().catch(undefined);
const optionsSchema = z.looseObject({
  model: name,
  modelId: name,
  maxTokens: z.coerce.number().int().positive().max(MOST_TOKENS).catch(LONGEST_ANSWER),
});

/**
 * What an action may take at most: the texts of its block and the longest answer, once, however often its model calls functions.
 * Money is that of the model which the block names.
 */
export function needOf(
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

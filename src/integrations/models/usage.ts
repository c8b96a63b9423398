import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import { z } from 'zod';

/** The number of tokens, as far as the service reports it. */
export interface Usage {
  readonly total?: number | undefined;
  readonly prompt?: number | undefined;
  readonly completion?: number | undefined;
  /** In US dollars, if the service reports it. */
  readonly cost?: number | undefined;
}

/** The usage of a request, in all measures that have a price. */
export interface RequestUse extends Usage {
  /** The type of its credentials. */
  readonly vendor: string;
  readonly model?: string | undefined;
  readonly botId?: string | undefined;
  /** Whether its tokens are estimated from the texts. */
  readonly isEstimate?: true | undefined;
  /** The characters of a text to convert to speech. */
  readonly characters?: number | undefined;
  /** The seconds of a recording to transcribe. */
  readonly seconds?: number | undefined;
}

/** The usage of a request; the total is the reported one, else the sum. */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): Usage {
  const { total_tokens: reported, cost } = rawSchema.safeParse(raw).data ?? {};
  // The libraries use 0 for what was not reported.
  const prompt = reportedCount.parse(inputTokens.total) || undefined;
  const completion = reportedCount.parse(outputTokens.total) || undefined;
  const total = reported ?? sum(prompt, completion);
  return { total, prompt, completion, ...(cost !== undefined && { cost }) };
}

/** Adds up the usage of two requests. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    total: sum(left.total, right.total),
    prompt: sum(left.prompt, right.prompt),
    completion: sum(left.completion, right.completion),
  };
}

/** A number of tokens that a vendor reports; implausible numbers count as not reported. */
export const reportedCount = z.int().min(0).max(1_000_000_000).optional().catch(undefined);

/** The cost of a request that a vendor reports, in US dollars; implausible amounts count as not reported. */
export const reportedCost = z.number().min(0).max(100_000).optional().catch(undefined);

const rawSchema = z.looseObject({
  total_tokens: reportedCount,
  // OpenRouter reports the price (https://openrouter.ai/docs/use-cases/usage-accounting).
  cost: reportedCost,
});

function sum(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : left + right;
}

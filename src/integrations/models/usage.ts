import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import { z } from 'zod';

/** How many tokens were used, as far as the service reports it. */
export interface Usage {
  readonly total?: number | undefined;
  readonly prompt?: number | undefined;
  readonly completion?: number | undefined;
  /** In US dollars, where the service says so itself. */
  readonly cost?: number | undefined;
}

/** What one request took, of whatever its price is made. */
export interface RequestUse extends Usage {
  /** The type of its credentials. */
  readonly vendor: string;
  readonly model?: string | undefined;
  readonly botId?: string | undefined;
  /** Whether its tokens are estimated from the texts. */
  readonly isEstimate?: true | undefined;
  /** Of a text to read aloud. */
  readonly characters?: number | undefined;
  /** Of a recording to write down. */
  readonly seconds?: number | undefined;
}

/** Services that know the total report it; else it is the sum. */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): Usage {
  const { total_tokens: reported, cost } = rawSchema.safeParse(raw).data ?? {};
  // The libraries fill in 0 for what was not reported.
  const prompt = reportedCount.parse(inputTokens.total) || undefined;
  const completion = reportedCount.parse(outputTokens.total) || undefined;
  const total = reported ?? sum(prompt, completion);
  return { total, prompt, completion, ...(cost !== undefined && { cost }) };
}

/** The tokens of two requests together. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    total: sum(one.total, other.total),
    prompt: sum(one.prompt, other.prompt),
    completion: sum(one.completion, other.completion),
  };
}

/** A number of tokens that a vendor reports; what cannot be one counts as not reported. */
export const reportedCount = z.int().min(0).max(1_000_000_000).optional().catch(undefined);

/** What a vendor says that one request costs, in US dollars; what cannot be true counts as not reported. */
export const reportedCost = z.number().min(0).max(100_000).optional().catch(undefined);

const rawSchema = z.looseObject({
  total_tokens: reportedCount,
  // OpenRouter says what it charges (https://openrouter.ai/docs/use-cases/usage-accounting).
  cost: reportedCost,
});

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}

import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import { z } from 'zod';

/** How many tokens were used, as far as the service reports it. */
export interface Usage {
  readonly total?: number | undefined;
  readonly prompt?: number | undefined;
  readonly completion?: number | undefined;
}

/** Services that know the total report it; else it is the sum. */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): Usage {
  const reported = rawSchema.safeParse(raw).data?.total_tokens ?? undefined;
  // The libraries fill in 0 for what was not reported.
  const prompt = inputTokens.total || undefined;
  const completion = outputTokens.total || undefined;
  return { total: reported ?? sum(prompt, completion), prompt, completion };
}

/** The tokens of two requests together. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    total: sum(one.total, other.total),
    prompt: sum(one.prompt, other.prompt),
    completion: sum(one.completion, other.completion),
  };
}

const rawSchema = z.looseObject({ total_tokens: z.number().nullish() });

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}

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
  /** Of a text to read aloud. */
  readonly characters?: number | undefined;
  /** Of a recording to write down. */
  readonly seconds?: number | undefined;
}

/** Services that know the total report it; else it is the sum. */
export function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): Usage {
  const { total_tokens: reported, cost } = rawSchema.safeParse(raw).data ?? {};
  // The libraries fill in 0 for what was not reported.
  const prompt = inputTokens.total || undefined;
  const completion = outputTokens.total || undefined;
  const total = reported ?? sum(prompt, completion);
  return { total, prompt, completion, ...(typeof cost === 'number' && { cost }) };
}

/** The tokens of two requests together. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    total: sum(one.total, other.total),
    prompt: sum(one.prompt, other.prompt),
    completion: sum(one.completion, other.completion),
  };
}

const rawSchema = z.looseObject({
  total_tokens: z.number().nullish().catch(undefined),
  // OpenRouter says what it charges (https://openrouter.ai/docs/use-cases/usage-accounting).
  cost: z.number().min(0).nullish().catch(undefined),
});

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}

/**
 * The price of a model from a day on, in US dollars: for a million tokens of input and of output, a million characters, a minute of sound,
 * or a request.
 */
export interface Price {
  /** The type of its credentials. */
  readonly vendor: string;
  /** Its name, without the date that vendors append for a snapshot. */
  readonly model: string;
  /** The day, as in 2026-01-31. */
  readonly from: string;
  readonly prompt?: number | undefined;
  readonly completion?: number | undefined;
  readonly characters?: number | undefined;
  readonly minute?: number | undefined;
  readonly request?: number | undefined;
}

type Row = readonly [model: string, from: string, prompt: number, completion: number];

/**
 * List prices of standard requests, looked up on 2026-11-23 at the URLs in the comments; `from` is the day from which this server applies
 * them. Prices that were found neither at two places nor at the vendor's own are missing: an operator sets them with `AI_PRICES`. Also
 * missing are Groq and Together (their pages could not be read), DeepSeek (prices by the hour of the day, in yuan), Perplexity (which
 * charges for searches as well), and DALL·E. Models that were switched off (`src/integrations/models/retired.ts`) stay, for services that
 * still have them.
 */
export const PRICES: readonly Price[] = [
  // https://developers.openai.com/api/docs/models/gpt-4.md, likewise of the other models
  ...tokensOf('openai', [
    ['gpt-4', '2023-03-14', 30, 60],
    ['gpt-4-turbo', '2024-04-09', 10, 30],
    ['gpt-4-turbo-preview', '2026-11-23', 10, 30],
    ['gpt-4.1-nano', '2025-04-14', 0.1, 0.4],
    ['gpt-5-nano', '2025-08-07', 0.05, 0.4],
    // Prices of text input and image output; switched off on 2026-10-23.
    ['gpt-image-1', '2025-04-23', 5, 40],
  ]),
  // https://aimodelcalc.pages.dev/guides/openai-api-pricing.html (2026-06), https://aumiqx.com/ai-tools/openai-api-pricing-gpt4-costs-guide-2026 (2026-04)
  ...tokensOf('openai', [
    ['gpt-3.5-turbo', '2024-01-25', 0.5, 1.5],
    ['gpt-4o', '2024-10-01', 2.5, 10],
    // https://www.openrouter.ai/openai/gpt-4o-2024-05-13
    ['gpt-4o-2024-05-13', '2024-05-13', 5, 15],
    ['gpt-4o-mini', '2024-07-18', 0.15, 0.6],
    ['gpt-4.1', '2025-04-14', 2, 8],
    ['gpt-4.1-mini', '2025-04-14', 0.4, 1.6],
  ]),
  // https://margindash.com/openai-model-comparison, https://deploybase.ai/articles/openai-pricing (2026-03)
  ...tokensOf('openai', [
    ['o1', '2024-12-17', 15, 60],
    ['o3', '2025-06-10', 2, 8],
    ['o3-mini', '2025-01-31', 1.1, 4.4],
    ['o4-mini', '2025-04-16', 1.1, 4.4],
    ['gpt-5', '2025-08-07', 1.25, 10],
    ['gpt-5-mini', '2025-08-07', 0.25, 2],
    ['gpt-5.1', '2026-11-23', 1.25, 10],
  ]),
  // https://vercel.com/ai-gateway/models/gpt-5.6-terra.md, https://docs.venice.ai/models/gpt-5-6-terra
  ...tokensOf('openai', [['gpt-5.6-terra', '2026-11-23', 2, 12]]),
  // Prices of text input and image output: https://docs.apiyi.com/en/news/gpt-image-2-5-launch.md,
  // https://docs.laozhang.ai/en/announcements/gpt-image-2-6-2026-11.md
  ...tokensOf('openai', [
    ['gpt-image-2.5-flare', '2026-11-23', 5, 30],
    ['gpt-image-2.5-sunburst', '2026-11-23', 5, 30],
  ]),
  // https://developers.openai.com/api/docs/models/tts-1, …/tts-1-hd.md, …/whisper-1.md
  { vendor: 'openai', model: 'tts-1', from: '2023-11-06', characters: 15 },
  { vendor: 'openai', model: 'tts-1-hd', from: '2023-11-06', characters: 30 },
  { vendor: 'openai', model: 'whisper-1', from: '2023-03-01', minute: 0.006 },
  // https://platform.claude.com/docs/en/about-claude/pricing; claude-3-5-sonnet, which is no longer there:
  // https://reference.langchain.com/python/langchain-community/callbacks/bedrock_anthropic_callback/MODEL_COST_PER_1K_INPUT_TOKENS
  ...tokensOf('anthropic', [
    ['claude-3-haiku', '2024-03-07', 0.25, 1.25],
    ['claude-3-opus', '2024-02-29', 15, 75],
    ['claude-3-5-haiku', '2024-12-18', 0.8, 4],
    ['claude-3-5-sonnet', '2024-06-20', 3, 15],
    ['claude-3-7-sonnet', '2025-02-24', 3, 15],
    ['claude-sonnet-4', '2025-05-14', 3, 15],
    ['claude-opus-4', '2025-05-14', 15, 75],
    ['claude-opus-4-1', '2025-08-05', 15, 75],
    ['claude-sonnet-4-5', '2025-09-29', 3, 15],
    ['claude-haiku-4-5', '2025-10-15', 1, 5],
    ['claude-opus-4-5', '2026-11-23', 5, 25],
    ['claude-opus-4-6', '2026-11-23', 5, 25],
    ['claude-sonnet-4-6', '2026-11-23', 3, 15],
  ]),
  // https://developer.puter.com/tutorials/mistral-api-pricing/ (2026-06), https://www.aicost.ai/ai-cost-guides/pricing/mistral (2026-05)
  ...tokensOf('mistral', [['mistral-small', '2025-03-17', 0.1, 0.3]]),
];

function tokensOf(vendor: string, rows: readonly Row[]): Price[] {
  return rows.map(([model, from, prompt, completion]) => ({
    ...{ vendor, model, from, prompt, completion },
  }));
}

/**
 * What a vendor charges for a model from a day on, in US dollars: for a million tokens of what it reads and of what it writes, for
 * a million characters, for a minute of sound, for a request.
 */
export interface Price {
  /** The type of its credentials. */
  readonly vendor: string;
  /** Without the date that vendors put behind the name of a snapshot. */
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
 * List prices as the vendors published them on that day, in the order of the vendors; an operator sets others with `AI_PRICES`.
 * https://openai.com/api/pricing, https://www.anthropic.com/pricing, https://mistral.ai/pricing, https://groq.com/pricing,
 * https://api-docs.deepseek.com/quick_start/pricing, https://www.together.ai/pricing, https://docs.perplexity.ai/getting-started/pricing
 */
export const PRICES: readonly Price[] = [
  ...tokensOf('openai', [
    ['gpt-3.5-turbo', '2024-01-25', 0.5, 1.5],
    ['gpt-4', '2023-03-14', 30, 60],
    ['gpt-4-turbo', '2024-04-09', 10, 30],
    ['gpt-4o', '2024-05-13', 5, 15],
    ['gpt-4o', '2024-10-01', 2.5, 10],
    ['gpt-4o-mini', '2024-07-18', 0.15, 0.6],
    ['gpt-4.1', '2025-04-14', 2, 8],
    ['gpt-4.1-mini', '2025-04-14', 0.4, 1.6],
    ['gpt-4.1-nano', '2025-04-14', 0.1, 0.4],
    ['o1', '2024-12-17', 15, 60],
    ['o3', '2025-06-10', 2, 8],
    ['o3-mini', '2025-01-31', 1.1, 4.4],
    ['o4-mini', '2025-04-16', 1.1, 4.4],
    ['gpt-5', '2025-08-07', 1.25, 10],
    ['gpt-5-mini', '2025-08-07', 0.25, 2],
    ['gpt-5-nano', '2025-08-07', 0.05, 0.4],
    ['gpt-image-1', '2025-04-23', 5, 40],
  ]),
  { vendor: 'openai', model: 'dall-e-2', from: '2022-11-03', request: 0.02 },
  { vendor: 'openai', model: 'dall-e-3', from: '2023-11-06', request: 0.04 },
  { vendor: 'openai', model: 'tts-1', from: '2023-11-06', characters: 15 },
  { vendor: 'openai', model: 'tts-1-hd', from: '2023-11-06', characters: 30 },
  { vendor: 'openai', model: 'whisper-1', from: '2023-03-01', minute: 0.006 },
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
  ]),
  ...tokensOf('mistral', [
    ['mistral-large', '2024-11-18', 2, 6],
    ['mistral-medium', '2025-05-07', 0.4, 2],
    ['mistral-small', '2025-03-17', 0.1, 0.3],
    ['open-mistral-nemo', '2024-09-17', 0.15, 0.15],
  ]),
  ...tokensOf('groq', [
    ['llama-3.1-8b-instant', '2024-07-23', 0.05, 0.08],
    ['llama-3.3-70b-versatile', '2024-12-06', 0.59, 0.79],
  ]),
  ...tokensOf('deepseek', [
    ['deepseek-chat', '2025-09-29', 0.28, 0.42],
    ['deepseek-reasoner', '2025-09-29', 0.28, 0.42],
  ]),
  ...tokensOf('together-ai', [
    ['meta-llama/Llama-3.3-70B-Instruct-Turbo', '2024-12-06', 0.88, 0.88],
  ]),
  ...tokensOf('perplexity', [
    ['sonar', '2025-01-21', 1, 1],
    ['sonar-pro', '2025-01-21', 3, 15],
  ]),
];

function tokensOf(vendor: string, rows: readonly Row[]): Price[] {
  return rows.map(([model, from, prompt, completion]) => ({
    ...{ vendor, model, from, prompt, completion },
  }));
}

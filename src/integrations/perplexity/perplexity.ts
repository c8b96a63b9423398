import { z } from 'zod';
import type { ModelVendor } from '../models/modelVendor.js';
import { parsedAs } from '../parsedAs.js';

/**
 * Models of Perplexity, which search the web before they answer. Its Agent API, with the protocol of OpenAI's responses, replaced Sonar's
 * chat completions on 2026-09-27 (https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to,
 * https://github.com/vercel/ai/releases/tag/@ai-sdk%2Fperplexity@3.1.0; looked up on 2026-11-23). We do not let it store dialogues.
 */
export const perplexity: ModelVendor = {
  address: 'https://api.perplexity.ai',
  always: { providerOptions: { openai: { store: false } } },
  open: async ({ account: { apiKey, address }, model, fetch }) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const baseURL = `${address.replace(/\/v1$/, '')}/v1`;
    return createOpenAI({ apiKey, baseURL, fetch: searching(fetch) }).responses(slugOf(model));
  },
};

/**
 * The name of a model in the Agent API; those of Sonar are replaced
 * (https://github.com/perplexityai/api-platform-developers/blob/main/skills/migrate-sonar-to-agent-api/references/models-and-presets.md).
 */
function slugOf(model: string): string {
  return model === 'sonar' || model === 'sonar-pro' ? 'perplexity/sonar' : model;
}

const bodySchema = z.looseObject({ tools: z.array(z.unknown()).default([]) });

/** Adds Perplexity's web search, which the library does not support and chat completions did by default. */
function searching(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const { tools = [], ...body } = parsedAs(bodySchema, String(init?.body)) ?? {};
    const request = { ...body, tools: [...tools, { type: 'web_search' }] };
    return fetch(input, { ...init, body: JSON.stringify(request) });
  };
}

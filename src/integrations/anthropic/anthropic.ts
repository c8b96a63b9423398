import type { ModelVendor } from '../models/modelVendor.js';

/** Models of Anthropic. */
export const anthropic: ModelVendor = {
  address: 'https://api.anthropic.com/v1',
  longestAnswer: 1024,
  sees: /^(?!claude-2|claude-instant)/,
  open: async ({ account: { apiKey, address }, model, fetch }) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, baseURL: address, fetch })(model);
  },
};

import type { ModelVendor } from '../models/modelVendor.js';

/** Models of Mistral. */
export const mistral: ModelVendor = {
  address: 'https://api.mistral.ai/v1',
  open: async ({ account: { apiKey, address }, model, fetch }) => {
    const { createMistral } = await import('@ai-sdk/mistral');
    return createMistral({ apiKey, baseURL: address, fetch })(model);
  },
};

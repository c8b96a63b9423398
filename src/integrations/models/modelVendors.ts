import { anthropic } from '../anthropic/anthropic.js';
import { mistral } from '../mistral/mistral.js';
import { OPENAI_ADDRESS } from '../openai/openLibrary.js';
import { perplexity } from '../perplexity/perplexity.js';
import { compatible } from './compatible.js';
import type { ModelVendor } from './modelVendor.js';

/** The vendors of models, by the kind of block. Most use OpenAI's protocol. */
const vendors: ReadonlyMap<string, ModelVendor> = new Map([
  [
    'openai',
    compatible(OPENAI_ADDRESS, {
      usageOnRequest: true,
      // The successor that OpenAI names for gpt-3.5-turbo, which is switched off (see `retired.ts`).
      model: 'gpt-5.6-terra',
      sees: /^(?!gpt-3|gpt-4$|gpt-4-\d|gpt-4-32k|o1-mini|o3-mini)/,
    }),
  ],
  ['groq', compatible('https://api.groq.com/openai/v1', { usageOnRequest: true })],
  ['deepseek', compatible('https://api.deepseek.com/v1', { usageOnRequest: true })],
  // https://docs.together.ai/docs/inference/openai-compatibility
  ['together-ai', compatible('https://api.together.ai/v1', { usageOnRequest: true })],
  ['open-router', compatible('https://openrouter.ai/api/v1')],
  ['perplexity', perplexity],
  ['mistral', mistral],
  ['anthropic', anthropic],
]);

/** The vendor of the models that a kind of block uses. */
export function modelVendor(type: string): ModelVendor {
  const vendor = vendors.get(type);
  if (!vendor) throw new Error(`Blocks of the kind ${type} have no models`);
  return vendor;
}

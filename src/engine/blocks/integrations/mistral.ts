import { chatCompletion, generateVariables } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Generates an answer with a model of Mistral, or extracts values from a text. */
export const mistral = defineForge({
  type: 'mistral',
  label: 'Mistral',
  icon: 'wind',
  searchWords: ['ai', 'model'],
  summary: 'Lets a model of Mistral answer, or read values out of a text.',
  leaves:
    'Messages and prompts, and the descriptions and results of functions, go to Mistral. The code of functions stays here.',
  repeats: 'The model is asked again, which is paid for again.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  usesAi: true,
  actions: [chatCompletion(), generateVariables],
});

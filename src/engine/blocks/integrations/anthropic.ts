import { chatCompletion, generateVariables } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { amount, text } from '../../integrations/forge/fields.js';

/** Generates an answer with a model of Anthropic, or extracts values from a text. */
export const anthropic = defineForge({
  type: 'anthropic',
  label: 'Anthropic',
  icon: 'asterisk',
  searchWords: ['claude', 'ai', 'model'],
  summary: 'Lets a model of Anthropic answer, or read values out of a text.',
  leaves:
    'Messages and prompts, and the descriptions and results of functions, go to Anthropic, which fetches images that a ' +
    'message names. The code of functions stays here.',
  repeats: 'The model is asked again, which is paid for again.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  usesAi: true,
  actions: [
    chatCompletion('Create Chat Message', {
      systemMessage: text('Instructions for the model', {
        title: 'Instructions',
        control: 'LONG_TEXT',
      }),
      maxTokens: amount('The longest answer', {
        title: 'Longest answer',
        default: 1024,
        unit: 'tokens',
      }),
    }),
    generateVariables,
  ],
});

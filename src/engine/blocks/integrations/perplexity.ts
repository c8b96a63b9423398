import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Generates an answer with a model of Perplexity. */
export const perplexity = defineForge({
  type: 'perplexity',
  summary: 'Lets a model of Perplexity answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});

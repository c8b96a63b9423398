import { chatCompletion } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';

/** Lets a model of Perplexity answer. */
export const perplexity = defineForge({
  type: 'perplexity',
  summary: 'Lets a model of Perplexity answer.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  actions: [chatCompletion()],
});
